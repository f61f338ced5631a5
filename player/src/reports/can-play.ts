import type { FilmFormat } from '@placard/contract'
import { withTimeout } from '../page/read/with-timeout.ts'

/** The most demanding film of each format. */
const FILMS: Record<FilmFormat, { codec: string; large?: boolean; rate?: number }> = {
  h264: { codec: 'avc1.640028' },
  'h264-60': { codec: 'avc1.64002a', rate: 60 },
  'h264-4k': { codec: 'avc1.640033', large: true },
  'h264-4k-60': { codec: 'avc1.640034', large: true, rate: 60 },
  hevc: { codec: 'hvc1.1.6.L120.90' },
  'hevc-10': { codec: 'hvc1.2.4.L120.90' },
  'hevc-4k': { codec: 'hvc1.1.6.L153.90', large: true },
  'hevc-10-4k': { codec: 'hvc1.2.4.L153.90', large: true },
}

type Judge = {
  canPlayType(type: string): string
  /** Absent before Chromium 66. */
  capabilities?: Pick<MediaCapabilities, 'decodingInfo'> | undefined
}

const browser = (): Judge => ({
  canPlayType: (type) => document.createElement('video').canPlayType(type),
  capabilities: navigator.mediaCapabilities,
})

/** The films that this browser says it can play. Large or fast films count only if they play smoothly. */
export async function listPlayable(judge: Judge = browser()): Promise<FilmFormat[]> {
  const formats: FilmFormat[] = []
  for (const [format, film] of Object.entries(FILMS) as [FilmFormat, (typeof FILMS)[FilmFormat]][]) {
    if (await isPlayable(film, judge)) formats.push(format)
  }
  return formats
}

const JUDGED_WITHIN_MS = 5_000

async function isPlayable(
  { codec, large = false, rate = 30 }: (typeof FILMS)[FilmFormat],
  { canPlayType, capabilities }: Judge,
): Promise<boolean> {
  const contentType = `video/mp4; codecs="${codec}"`
  if (canPlayType(contentType) === '') return false
  if (!capabilities) return true
  const size = large ? { width: 3_840, height: 2_160 } : { width: 1_920, height: 1_080 }
  const video = { contentType, ...size, bitrate: large ? 40_000_000 : 12_000_000, framerate: rate }
  try {
    const { supported, smooth } = await withTimeout(JUDGED_WITHIN_MS, () =>
      capabilities.decodingInfo({ type: 'file', video }),
    )
    return supported && (smooth || (!large && rate <= 30))
  } catch {
    // An engine that does not understand the question, or never answers it. Its answer to `canPlayType` counts.
    return true
  }
}
