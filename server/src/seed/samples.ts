import type { CreateItem } from '@placard/contract'

/** A file that ships with the product, in server/samples, and what it is shown as. */
export type Sample = {
  file: string
  contentType: 'image/jpeg' | 'video/mp4'
  width: number
  height: number
  /** Its alternative text, in English as the sample itself. */
  description: string
  item: Pick<CreateItem, 'title' | 'type' | 'duration'>
  /** Says where it hangs, and so belongs on the sample display alone. */
  namesPlace?: true
}

export const SAMPLES: readonly Sample[] = [
  {
    file: 'welcome.jpg',
    contentType: 'image/jpeg',
    width: 1920,
    height: 1080,
    description:
      'Welcome to the Department of ECE, Electronics and Communication Engineering. Rings go out from a point like waves on water.',
    item: { title: 'Welcome', type: 'image', duration: 10 },
    namesPlace: true,
  },
  {
    file: 'wave-signal-message.mp4',
    contentType: 'video/mp4',
    width: 1280,
    height: 720,
    description: 'A short film without sound: a wave becomes a signal, and the signal a message.',
    item: { title: 'Wave, signal, message', type: 'video', duration: 12 },
  },
  {
    file: 'tech-symposium.jpg',
    contentType: 'image/jpeg',
    width: 1920,
    height: 1080,
    description: 'Tech Symposium. Talks, demos and projects by students. Everybody is welcome.',
    item: { title: 'Tech Symposium', type: 'image', duration: 10 },
  },
  {
    file: 'opening-hours.jpg',
    contentType: 'image/jpeg',
    width: 1920,
    height: 1080,
    description: 'Library and labs are open from 8 to 20 every working day. Bring your card.',
    item: { title: 'Library and labs', type: 'image', duration: 10 },
  },
]
