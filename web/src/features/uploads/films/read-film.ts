import { type FilmTraits, isHevc } from '@placard/contract'
import { type Input, type InputAudioTrack, type InputVideoTrack, MP4 } from 'mediabunny'
import type { PictureSize } from '../picture-size.ts'
import { isFragmented, readLayout } from './boxes.ts'

/** A film by what its head and its index say. */
export type ReadFilm = {
  traits: FilmTraits
  /** Its size as people see it: turned as the camera was held, its pixels square. */
  seen: PictureSize
  /** Smaller than high definition, and says nothing of its colours: they are those of television before it. */
  hasOldColours: boolean
  video: InputVideoTrack
  audio: InputAudioTrack | null
}

const HIGH_DEFINITION_LINES = 720
/** So many pictures tell how many there are in a second. */
const COUNTED_PICTURES = 300

/** @returns undefined where it has no pictures */
export async function readFilm(input: Input, file: Blob): Promise<ReadFilm | undefined> {
  const video = await input.getPrimaryVideoTrack()
  if (!video) return undefined
  const audio = await input.getPrimaryAudioTrack()
  const format = await input.getFormat()
  const layout = format === MP4 ? await readLayout(file) : undefined
  const seconds = await input.computeDuration()
  const aspect = await video.getPixelAspectRatio()
  const { averagePacketRate } = await video.computePacketStats(COUNTED_PICTURES)
  const codec = (await video.getCodecParameterString()) ?? ''
  const traits: FilmTraits = {
    container: format === MP4 ? 'mp4' : 'other',
    codec,
    width: await video.getCodedWidth(),
    height: await video.getCodedHeight(),
    framesPerSecond: averagePacketRate,
    bitsPerSecond: seconds > 0 ? (file.size * 8) / seconds : 0,
    bitDepth: bitDepthOf(codec),
    // The server reads it; few cameras of today write it.
    interlaced: false,
    rotation: (await video.getFlip()) ? -1 : await video.getRotation(),
    squarePixels: aspect.num === aspect.den,
    fragmented: layout !== undefined && isFragmented(layout),
    sound: audio && ((await audio.getCodecParameterString()) ?? 'unknown'),
    lengthMs: Math.round(seconds * 1_000),
  }
  const seen = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }
  const { matrix } = await video.getColorSpace()
  const hasOldColours = !matrix && Math.min(seen.width, seen.height) < HIGH_DEFINITION_LINES
  return { traits, seen, hasOldColours, video, audio }
}

/** By its profile: those of H.264 that hold more than 8 bit are taken nowhere; of HEVC, Main 10. */
function bitDepthOf(codec: string): number {
  return isHevc(codec) && codec.split('.')[1] !== '1' ? 10 : 8
}
