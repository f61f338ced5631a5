import { type AvcConfig, type FilmTraits, isHevc, readAvcConfig } from '@placard/contract'
import { EncodedPacketSink, type Input, type InputAudioTrack, type InputVideoTrack, MP4, QTFF } from 'mediabunny'
import type { PictureSize } from '../picture-size.ts'
import { isFragmented, pictureRate, readLayout } from './boxes.ts'

/** A film as described by its head and its index. */
export type ReadFilm = {
  traits: FilmTraits
  /** The size as it is seen: rotated as the camera was held, with square pixels. */
  seen: PictureSize
  /** True if the film is smaller than high definition and declares no colours: it has the colours of standard-definition television. */
  hasOldColours: boolean
  video: InputVideoTrack
  audio: InputAudioTrack | null
}

const HIGH_DEFINITION_LINES = 720
/** If no index counts the frames, this many frames are read at each of these shares of the film to find the frame rate. */
const COUNTED_PICTURES = 300
const COUNTED_FROM = [0, 0.25, 0.5, 0.75]

/** @returns undefined if the film has no video track */
export async function readFilm(input: Input, file: Blob): Promise<ReadFilm | undefined> {
  const video = await input.getPrimaryVideoTrack()
  if (!video) return undefined
  const audio = await input.getPrimaryAudioTrack()
  const format = await input.getFormat()
  const layout = format === MP4 || format === QTFF ? await readLayout(file) : undefined
  const seconds = await input.computeDuration()
  const aspect = await video.getPixelAspectRatio()
  const codec = (await video.getCodecParameterString()) ?? ''
  const avc = await avcOf(video)
  const traits: FilmTraits = {
    container: format === MP4 ? 'mp4' : 'other',
    codec,
    width: await video.getCodedWidth(),
    height: await video.getCodedHeight(),
    framesPerSecond: (layout && pictureRate(layout)) ?? (await greatestRate(video, seconds)),
    bitsPerSecond: seconds > 0 ? (file.size * 8) / seconds : 0,
    bitDepth: avc?.bitDepth ?? (isHevc(codec) && codec.split('.')[1] !== '1' ? 10 : 8),
    interlaced: avc?.interlaced ?? false,
    rotation: (await video.getFlip()) ? -1 : await video.getRotation(),
    squarePixels: aspect.num === aspect.den && avc?.squarePixels !== false,
    fragmented: layout !== undefined && isFragmented(layout),
    sound: audio && ((await audio.getCodecParameterString()) ?? 'unknown'),
    lengthMs: Math.round(seconds * 1_000),
  }
  const seen = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }
  const { matrix } = await video.getColorSpace()
  const hasOldColours = !matrix && Math.min(seen.width, seen.height) < HIGH_DEFINITION_LINES
  return { traits, seen, hasOldColours, video, audio }
}

/** The highest frame rate of a few stretches of the film: a film may begin slowly and continue fast. */
async function greatestRate(video: InputVideoTrack, seconds: number): Promise<number> {
  const sink = new EncodedPacketSink(video)
  const metadataOnly = { metadataOnly: true }
  let rate = 0
  for (const share of COUNTED_FROM) {
    const from = await (share === 0 ? sink.getFirstPacket(metadataOnly) : sink.getPacket(share * seconds, metadataOnly))
    if (!from) continue
    let count = 0
    let first = from.timestamp
    let last = first
    for await (const { timestamp } of sink.packets(from, undefined, metadataOnly)) {
      // Frames are not stored in the order in which they are shown.
      if (count >= COUNTED_PICTURES && timestamp >= last) break
      count += 1
      first = Math.min(first, timestamp)
      last = Math.max(last, timestamp)
    }
    if (last > first) rate = Math.max(rate, (count - 1) / (last - first))
    // For a single frame only its own duration is known.
    else if (rate === 0 && from.duration > 0) rate = 1 / from.duration
  }
  return rate
}

/** H.264's own description of its frames; undefined for other codecs, and for containers without one. */
async function avcOf(video: InputVideoTrack): Promise<AvcConfig | undefined> {
  const description = (await video.getDecoderConfig())?.description
  if (description === undefined || (await video.getCodec()) !== 'avc') return undefined
  return readAvcConfig(
    ArrayBuffer.isView(description)
      ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
      : new Uint8Array(description),
  )
}
