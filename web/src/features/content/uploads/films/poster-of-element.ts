import { SINGLE_UPLOAD_BYTES } from '@placard/contract'
import { inTime } from '../../../../platform/signal/in-time.ts'
import { fitInside } from '../fit-box.ts'

const BOX = { width: 960, height: 960 }
const GIVEN_UP_MS = 5_000

/** A frame of a film as a JPEG, drawn by the browser's own player; undefined if the browser cannot play the film. */
export async function posterOfElement(film: Blob): Promise<Blob | undefined> {
  const address = URL.createObjectURL(film)
  const video = document.createElement('video')
  try {
    video.muted = true
    video.preload = 'auto'
    video.src = address
    await once(video, 'loadeddata')
    video.currentTime = Number.isFinite(video.duration) ? video.duration / 10 : 0
    await once(video, 'seeked')
    const canvas = document.createElement('canvas')
    Object.assign(canvas, fitInside({ width: video.videoWidth, height: video.videoHeight }, BOX))
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    const encoded = new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
    const picture = await inTime(encoded, GIVEN_UP_MS, late)
    return picture && picture.size <= SINGLE_UPLOAD_BYTES ? picture : undefined
  } catch {
    return undefined
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}

function once(video: HTMLVideoElement, event: string): Promise<void> {
  const happened = new Promise<void>((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('not played')), { once: true })
  })
  return inTime(happened, GIVEN_UP_MS, late)
}

const late = () => new Error('not played in time')
