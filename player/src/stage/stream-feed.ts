import Hls, { type ErrorData, type HlsConfig } from 'hls.js/light'

/** The buffer ahead keeps the film playing during a short loss of the network. The buffer behind is not shown again. */
const AHEAD_S = 20
const BEHIND_S = 10
const MOST_BUFFER_BYTES = 30 * 2 ** 20
const AGAIN_MS = 2_000
/** A film that has not moved for this long will not continue by itself. */
const STALLED_MS = 5_000
/** If the decoder fails again within this time after it was reset, the film is at fault. */
const DECODER_MS = 10_000

const CONFIG: Partial<HlsConfig> = {
  // A worker would be created from a string, which the page's policy refuses.
  enableWorker: false,
  // A film is not fetched in a higher resolution than the screen.
  capLevelToPlayerSize: true,
  maxBufferLength: AHEAD_S,
  maxMaxBufferLength: AHEAD_S,
  maxBufferSize: MOST_BUFFER_BYTES,
  backBufferLength: BEHIND_S,
}

/**
 * [ST6] Fetches the segments of a stream and passes them to the element, for browsers that do not play streams
 * themselves.
 *
 * @param onFailed called when the playlist or its segments are gone, or cannot be decoded. May be called more than
 *   once.
 * @returns a function that stops it
 */
export function feedStream(video: HTMLVideoElement, url: string, onFailed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let movedAt: number | undefined
  let decoderAt: number | undefined
  if (!Hls.isSupported()) {
    onFailed()
    return () => {}
  }

  const moved = () => {
    if (!video.paused) movedAt = performance.now()
  }
  const isRunning = () => movedAt !== undefined && performance.now() - movedAt < STALLED_MS

  function heal({ type }: ErrorData): void {
    const now = performance.now()
    if (type === Hls.ErrorTypes.NETWORK_ERROR && isRunning()) {
      // The buffered part keeps playing. If the network returns before its end, nobody notices the loss.
      clearTimeout(timer)
      timer = setTimeout(() => hls.startLoad(), AGAIN_MS)
    } else if (type === Hls.ErrorTypes.MEDIA_ERROR && (decoderAt === undefined || now - decoderAt > DECODER_MS)) {
      decoderAt = now
      hls.recoverMediaError()
    } else {
      onFailed()
    }
  }

  const hls = new Hls(CONFIG)
  hls.on(Hls.Events.ERROR, (_, data) => {
    if (data.fatal) heal(data)
  })
  video.addEventListener('timeupdate', moved)
  hls.loadSource(url)
  hls.attachMedia(video)
  return () => {
    clearTimeout(timer)
    video.removeEventListener('timeupdate', moved)
    hls.destroy()
  }
}
