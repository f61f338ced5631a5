import { isStreamAddress } from '@placard/contract'

/**
 * Loads a film into its element. A stream is passed to browsers that play streams, and fetched in segments for others.
 *
 * @param onFailed called once, when the film will not play
 * @returns a function that releases the decoder and the buffers at once
 */
export function feedFilm(video: HTMLVideoElement, url: string, onFailed: () => void): () => void {
  let gone = false
  let stop: (() => void) | undefined
  const failed = () => {
    if (!gone) onFailed()
    gone = true
  }
  video.onerror = failed
  if (isStreamAddress(url) && !playsStreams(video)) {
    // Larger than the whole player, so it is loaded only when there is a stream.
    import('./stream-feed.ts').then(({ feedStream }) => {
      if (!gone) stop = feedStream(video, url, failed)
    }, failed)
  } else {
    video.src = url
    video.load()
  }
  return () => {
    gone = true
    video.onerror = null
    stop?.()
    // Only this order makes Chromium release the decoder and the buffers now, and not at the next garbage collection.
    video.pause()
    video.removeAttribute('src')
    video.load()
  }
}

/** Engines answer "maybe" if they may be able to play a format, and an empty string if they cannot. */
function playsStreams(video: HTMLVideoElement): boolean {
  return video.canPlayType('application/vnd.apple.mpegurl') !== ''
}
