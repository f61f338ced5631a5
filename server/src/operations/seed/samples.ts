import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CreateItem, FilmFacts, MediaFile, OrganisationId } from '@placard/contract'
import { storeMediaFile } from '../../content/media/service.ts'
import type { Context } from '../../platform/context.ts'
import { SERVER_FOLDER } from '../../platform/own-files.ts'

/** A file that ships with the product, in server/samples, and how it is shown. */
export type Sample = {
  file: string
  /** For a film: its poster picture, also in server/samples, and the facts that the server would read from it. */
  film?: { poster: string; facts: FilmFacts }
  contentType: 'image/jpeg' | 'video/mp4'
  width: number
  height: number
  /** Alternative text, in English like the sample itself. */
  description: string
  item: Pick<CreateItem, 'title' | 'type' | 'duration'>
  /** True when it names a place, so it is only for the sample display. */
  namesPlace?: true
}

const FOLDER = join(SERVER_FOLDER, 'samples')

export const SAMPLES: readonly Sample[] = [
  {
    file: 'welcome.jpg',
    contentType: 'image/jpeg',
    width: 1920,
    height: 972,
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
    film: {
      poster: 'wave-signal-message.jpg',
      facts: { lengthMs: 12_000, codec: 'avc1.64001f', format: 'h264', sound: false, poster: true },
    },
    description: 'A short film without sound: a wave becomes a signal, and the signal a message.',
    item: { title: 'Wave, signal, message', type: 'video', duration: 12 },
  },
  {
    file: 'tech-symposium.jpg',
    contentType: 'image/jpeg',
    width: 1920,
    height: 972,
    description: 'Tech Symposium. Talks, demos and projects by students. Everybody is welcome.',
    item: { title: 'Tech Symposium', type: 'image', duration: 10 },
  },
  {
    file: 'opening-hours.jpg',
    contentType: 'image/jpeg',
    width: 1920,
    height: 972,
    description: 'Library and labs are open from 8 to 20 every working day. Bring your card.',
    item: { title: 'Library and labs', type: 'image', duration: 10 },
  },
]

/** Stores it as a media file of an organisation. */
export async function storeSample(
  context: Context,
  organisationId: OrganisationId,
  { file, film, contentType, width, height, description }: Sample,
): Promise<MediaFile> {
  return storeMediaFile(context, organisationId, {
    bytes: await readFile(join(FOLDER, file)),
    contentType,
    width,
    height,
    description,
    ...(film ? { film: { facts: film.facts, poster: await readFile(join(FOLDER, film.poster)) } } : {}),
  })
}
