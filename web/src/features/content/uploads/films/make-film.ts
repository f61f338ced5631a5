import { AAC_LC, FILM_LIMITS, type FilmTraits, judgeFilm, MAX_FILM_BYTES } from '@placard/contract'
import {
  BlobSource,
  Conversion,
  canEncodeAudio,
  canEncodeVideo,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  MPEG_TS,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  VideoSample,
  WEBM,
} from 'mediabunny'
import { filmOfAnimation } from './animation.ts'
import { countTracks, isFragmented, readLayout, withIndexInFront } from './boxes.ts'
import type { FilmAnswer, FilmFileProblem, FilmLoss, FilmOrder, MadeFilm } from './film-order.ts'
import { inFront, isNoRoom, openTarget, type Pauses, UnfitFilm } from './film-output.ts'
import { fitFilm } from './fit-film.ts'
import { judged, judgeMade } from './judge-made.ts'
import { posterOf } from './poster.ts'
import { type ReadFilm, readFilm } from './read-film.ts'
import { OLD_COLOURS, sampleOf } from './video-range.ts'

/**
 * Makes the film that is uploaded from a chosen film (CT3). A film that every screen plays is kept, with its index in front and its
 * tags removed. A film that is only in another container is remuxed. Everything else is converted by the browser's own encoders.
 *
 * @param onProgress share that is converted, from 0 to 1
 */
export async function makeFilm(
  order: FilmOrder,
  pauses: Pauses,
  onProgress: (share: number) => void,
): Promise<Exclude<FilmAnswer, { status: 'converting' }>> {
  try {
    const made = await (order.from === 'animated-picture' ? filmOfAnimation : filmOfFile)(order, pauses, onProgress)
    if (made.film.size > MAX_FILM_BYTES) throw new UnfitFilm('film-too-large')
    return { status: 'done', ...made }
  } catch (error) {
    if (isNoRoom(error)) {
      console.warn('there is no room for a film', error)
      return { status: 'unfit', problem: 'film-no-room' }
    }
    if (error instanceof UnfitFilm) {
      if (error.cause) console.error('a film could not be made', error.cause)
      return { status: 'unfit', problem: error.problem }
    }
    console.error('a film could not be read', error)
    return { status: 'unfit', problem: 'film-damaged' }
  }
}

async function filmOfFile(order: FilmOrder, pauses: Pauses, onProgress: (share: number) => void): Promise<MadeFilm> {
  const input = new Input({ source: new BlobSource(order.file), formats: [MP4, QTFF, MATROSKA, WEBM, MPEG_TS] })
  try {
    if (!(await input.canRead())) throw new UnfitFilm('film-unknown')
    const read = await readFilm(input, order.file)
    if (!read) throw new UnfitFilm(await withoutPictures(input))
    return (await asItIs(order, read)) ?? (await converted(order, input, read, pauses, onProgress))
  } finally {
    input.dispose()
  }
}

/** At most a gap, followed by the film. */
const MOST_STRETCHES = 2

/** Keeps the film as it is. Undefined if it has to be written anew. */
async function asItIs(
  { file, keepsQuality, converts }: FilmOrder,
  { traits, video, audio }: ReadFilm,
): Promise<MadeFilm | undefined> {
  const { problems, insists } = judged(traits, keepsQuality)
  if (converts || problems.length > 0) return undefined
  const layout = await readLayout(file)
  if (!layout || isFragmented(layout)) return undefined
  // Phones write extra tracks: times, and the locations along the way.
  const { tracks, stretches } = countTracks(layout)
  if (tracks > (audio ? 2 : 1) || stretches > MOST_STRETCHES) return undefined
  const film = withIndexInFront(file, layout)
  return (
    film && { film, liesIn: 'chosen-file', poster: await posterOf(video), insists, isCopied: true, lost: undefined }
  )
}

async function converted(
  order: FilmOrder,
  input: Input,
  read: ReadFilm,
  pauses: Pauses,
  onProgress: (share: number) => void,
): Promise<MadeFilm> {
  const { traits, seen, video } = read
  const { keepsQuality, converts } = order
  const remuxed = { ...traits, container: 'mp4', fragmented: false, sound: null }
  let keepsPictures = !converts && judged(remuxed, keepsQuality).problems.length === 0
  let bitsPerSecond = bitrateFor(read)
  for (;;) {
    if (!keepsPictures) await requireConversion(video)
    const sound = await planSound(read.audio)
    const target = await openTarget(order)
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: target.target })
    const conversion = await Conversion.init({
      input,
      output,
      tracks: 'primary',
      // Phones write the location into the tags.
      tags: {},
      showWarnings: false,
      copy: { shiftTolerance: Number.POSITIVE_INFINITY },
      video: keepsPictures
        ? {}
        : {
            codec: 'avc',
            ...fitFilm(seen),
            fit: 'fill',
            // Without a rate the encoder assumes 30, and writes twice the bits for 60.
            frameRate: Math.min(FILM_LIMITS.framesPerSecond, traits.framesPerSecond),
            quality: new Quality({ bitrate: bitsPerSecond, bitrateMode: 'variable' }),
            keyFrameInterval: KEY_FRAME_SECONDS,
            allowTransformationMetadata: false,
            forceTranscode: true,
            process: colouring(read),
          },
      audio: sound.options,
    })
    // A conversion with only sound counts as valid, so the video track is checked too.
    if (!conversion.isValid || !conversion.utilizedTracks.includes(video)) throw new UnfitFilm('film-not-convertible')
    conversion.onProgress = onProgress
    try {
      await run(conversion, pauses)
    } catch (error) {
      throw new UnfitFilm(keepsPictures ? 'film-damaged' : 'film-not-convertible', { cause: error })
    }
    const film = await inFront(await target.read())
    const { problems, insists, poster } = await judgeMade(film, keepsQuality && keepsPictures)
    if (problems.length === 0) {
      const isSilent = read.audio !== null && !conversion.utilizedTracks.includes(read.audio)
      const lost = lossOf(isSilent, keepsQuality && !keepsPictures && isMore(traits))
      return { film, liesIn: target.liesIn, poster, insists, isCopied: keepsPictures, lost }
    }
    if (keepsPictures) {
      // The container said less about the frames than the frames themselves.
      keepsPictures = false
      continue
    }
    // An encoder treats the bit rate as a hint.
    const isTooMuch = problems.every((problem) => problem === 'bitrate')
    if (!isTooMuch || bitsPerSecond < FILM_LIMITS.bitsPerSecond / 8) throw new UnfitFilm('film-not-convertible')
    bitsPerSecond /= 2
  }
}

/** True if the film is larger, or has a higher frame rate, than every screen plays. */
function isMore(traits: FilmTraits): boolean {
  return judgeFilm(traits).some((problem) => problem === 'size' || problem === 'rate')
}

function lossOf(sound: boolean, quality: boolean): FilmLoss | undefined {
  if (sound && quality) return 'sound-and-quality'
  return sound ? 'sound' : quality ? 'quality' : undefined
}

async function run(conversion: Conversion, pauses: Pauses): Promise<void> {
  while (conversion.state !== 'done') {
    await pauses.over()
    await conversion.execute({ pauseSignal: pauses.signal })
  }
}

/** The reason there are no frames. A truncated index yields no tracks at all; a television stream may use an unsupported codec. */
async function withoutPictures(input: Input): Promise<FilmFileProblem> {
  if ((await input.getFormat()) === MPEG_TS) return 'film-not-readable'
  return (await input.getPrimaryAudioTrack()) ? 'film-without-pictures' : 'film-damaged'
}

async function requireConversion(video: InputVideoTrack): Promise<void> {
  if (!self.isSecureContext) throw new UnfitFilm('film-needs-https')
  if (!('VideoEncoder' in self) || !(await canEncodeVideo('avc'))) throw new UnfitFilm('film-not-convertible')
  if (!(await video.canDecode())) throw new UnfitFilm('film-not-readable')
}

/** Key frames let a screen that joins late start at the right place. */
const KEY_FRAME_SECONDS = 2

/** Bits per second for the largest size of FILM_LIMITS: sharp for signage, and a quarter of the limit of every screen. */
const FULL_BITS_PER_SECOND = 6_000_000
const LEAST_BITS_PER_SECOND = 500_000

/** A smaller film needs fewer bits, though not in proportion to its pixels. A film with few bits gains nothing from more. */
function bitrateFor({ traits, seen }: ReadFilm): number {
  const { width, height } = fitFilm(seen)
  const share = (width * height) / (FILM_LIMITS.longSidePx * FILM_LIMITS.shortSidePx)
  const enough = Math.max(LEAST_BITS_PER_SECOND, FULL_BITS_PER_SECOND * share ** 0.75)
  return Math.round(Math.min(enough, Math.max(LEAST_BITS_PER_SECOND, 2 * traits.bitsPerSecond)))
}

/**
 * Converts colours to what every panel shows. Rotated or scaled frames have been drawn, so they have the full range. Frames that leave
 * the decoder without declared colours are taken for high definition, which would turn red to orange in an old film.
 */
function colouring({ hasOldColours }: ReadFilm) {
  return async (sample: VideoSample): Promise<VideoSample> => {
    const { format, codedWidth: width, codedHeight: height, timestamp, duration } = sample
    const order =
      format === 'BGRA' || format === 'BGRX' ? 'bgr' : format === 'RGBA' || format === 'RGBX' ? 'rgb' : undefined
    const isPlanes = format === 'I420' || format === 'NV12'
    if (!order && !(hasOldColours && isPlanes)) return sample
    const bytes = new Uint8Array(sample.allocationSize())
    await sample.copyTo(bytes)
    const time = { timestamp, duration }
    if (order) return sampleOf(bytes, order, { width, height }, time, hasOldColours ? OLD_COLOURS : undefined)
    const init = { codedWidth: width, codedHeight: height, timestamp, duration, colorSpace: OLD_COLOURS }
    return new VideoSample(bytes, { format: format as 'I420' | 'NV12', ...init })
  }
}

/** AAC is kept. Other sound is converted to AAC, or dropped if this browser cannot write AAC. */
async function planSound(audio: InputAudioTrack | null) {
  if (!audio) return { options: { discard: true } }
  if ((await audio.getCodecParameterString()) === AAC_LC) return { options: {} }
  const as = { numberOfChannels: Math.min(2, await audio.getNumberOfChannels()), sampleRate: 48_000 }
  const isPossible = 'AudioEncoder' in self && (await audio.canDecode()) && (await canEncodeAudio('aac', as))
  return {
    options: isPossible
      ? { codec: 'aac' as const, ...as, quality: new Quality({ bitrate: 128_000 }), forceTranscode: true }
      : { discard: true },
  }
}
