import Hls, { type ErrorData, type HlsConfig } from 'hls.js/light'

/** The buffer ahead carries the film over a short loss of the network; nobody sees the buffer behind again. */
const AHEAD_S = 20
const BEHIND_S = 10
const MOST_BUFFER_BYTES = 30 * 2 ** 20
const AGAIN_MS = 2_000
/** A film that stands still for so long will not go on by itself. */
const STALLED_MS = 5_000
/** A decoder that has been set up anew and fails again within this time, fails at the film. */
const DECODER_MS = 10_000

const CONFIG: Partial<HlsConfig> = {
  // A worker would be made from a text, which the policy of the page refuses.
  enableWorker: false,
  // A film is never fetched larger than the glass.
  capLevelToPlayerSize: true,
  maxBufferLength: AHEAD_S,
  maxMaxBufferLength: AHEAD_S,
  maxBufferSize: MOST_BUFFER_BYTES,
  backBufferLength: BEHIND_S,
}

/**
 * [ST6] Fetches the pieces of a stream and gives them to the element, where the browser does not do it itself.
 *
 * @param onFailed the list is gone, its pieces are, or they cannot be decoded; it may be said more than once
 * @returns the undo
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
      // The buffered part plays on meanwhile; nobody sees the loss if the network is back before its end.
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
