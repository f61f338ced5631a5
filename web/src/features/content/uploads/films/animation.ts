import { FILM_LIMITS } from '@placard/contract'
import { canEncodeVideo, Mp4OutputFormat, Output, Quality, VideoSampleSource } from 'mediabunny'
import { typeOfAnimation } from '../animated.ts'
import type { FilmOrder, MadeFilm } from './film-order.ts'
import { inFront, openTarget, type Pauses, UnfitFilm } from './film-output.ts'
import { fitFilm } from './fit-film.ts'
import { judgeMade } from './judge-made.ts'
import { sampleOf } from './video-range.ts'

/** A shorter film stutters at each repetition, so an animation is repeated until the film lasts this long. */
const AT_LEAST_SECONDS = 10
/** The rest of a longer animation is left out. */
const AT_MOST_SECONDS = 120
/** A frame with at most HURRIED_MS is shown for HURRIED_AS_MS, as browsers do. */
const HURRIED_MS = 10
const HURRIED_AS_MS = 100
/** Sums of tenths of a second are not exact. */
const ROUNDING_SECONDS = 0.01
const BITS_PER_SECOND = 4_000_000
const PER_SECOND = FILM_LIMITS.framesPerSecond

/**
 * [CT16] Converts an animated GIF, WebP or PNG to a film: screens play a film more smoothly and store it like any other.
 *
 * @throws UnfitFilm film-not-convertible if the browser cannot; the first frame is shown then
 */
export async function filmOfAnimation(
  order: FilmOrder,
  pauses: Pauses,
  onProgress: (share: number) => void,
): Promise<MadeFilm> {
  if (!('ImageDecoder' in self && 'VideoEncoder' in self && (await canEncodeVideo('avc')))) {
    throw new UnfitFilm('film-not-convertible')
  }
  const data = await order.file.arrayBuffer()
  const type = typeOfAnimation(new Uint8Array(data))
  if (!type) throw new UnfitFilm('film-not-convertible')
  const decoder = new ImageDecoder({ data, type })
  try {
    await Promise.all([decoder.completed, decoder.tracks.ready])
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0
    if (count < 2) throw new UnfitFilm('film-not-convertible')
    const { image: first } = await decoder.decode({ frameIndex: 0 })
    const { width, height } = fitFilm({ width: first.displayWidth, height: first.displayHeight })
    first.close()
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new UnfitFilm('film-not-convertible')

    const target = await openTarget(order)
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: target.target })
    const quality = new Quality({ bitrate: BITS_PER_SECOND, bitrateMode: 'variable' })
    const source = new VideoSampleSource({ codec: 'avc', quality, keyFrameInterval: 2 })
    output.addVideoTrack(source, { frameRate: PER_SECOND })
    await output.start()

    let at = 0
    let isCut = false
    let waiting: { pixels: Uint8ClampedArray; slot: number } | undefined
    /** Writes the waiting frame, once its duration is known. */
    const write = async (untilSlot: number) => {
      if (!waiting) return
      const timestamp = waiting.slot / PER_SECOND
      const duration = Math.max(1, untilSlot - waiting.slot) / PER_SECOND
      const sample = sampleOf(waiting.pixels, 'rgb', { width, height }, { timestamp, duration })
      await source.add(sample)
      sample.close()
    }
    do {
      for (let index = 0; index < count; index += 1) {
        isCut = at >= AT_MOST_SECONDS
        if (isCut) break
        await pauses.over()
        const { image } = await decoder.decode({ frameIndex: index })
        const slot = slotOf(at)
        if (!waiting || slot > waiting.slot) {
          await write(slot)
          // Transparent parts become white, as in pictures.
          context.fillStyle = '#fff'
          context.fillRect(0, 0, width, height)
          context.drawImage(image, 0, 0, width, height)
          waiting = { pixels: context.getImageData(0, 0, width, height).data, slot }
        }
        at += secondsOf(image)
        image.close()
        onProgress(Math.min(1, Math.max(at / AT_LEAST_SECONDS, 0) * Math.min(1, (index + 1) / count)))
      }
    } while (at < AT_LEAST_SECONDS - ROUNDING_SECONDS)
    await write(slotOf(Math.min(at, AT_MOST_SECONDS)))
    await output.finalize()
    const film = await inFront(await target.read())
    const { problems, poster } = await judgeMade(film, false)
    if (problems.length > 0) throw new UnfitFilm('film-not-convertible')
    const lost = isCut || at > AT_MOST_SECONDS + ROUNDING_SECONDS ? 'end' : undefined
    return { film, liesIn: target.liesIn, poster, insists: false, isCopied: false, lost }
  } finally {
    decoder.close()
  }
}

/** The film's frame slot for a time. Of several frames in the same slot, only the first is kept. */
const slotOf = (seconds: number) => Math.round(seconds * PER_SECOND)

/** The duration of a frame, in seconds. */
function secondsOf({ duration }: VideoFrame): number {
  const ms = (duration ?? 0) / 1_000
  return (ms <= HURRIED_MS ? HURRIED_AS_MS : ms) / 1_000
}
