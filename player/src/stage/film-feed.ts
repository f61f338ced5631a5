import { isStreamAddress } from '@placard/contract'

/**
 * Gives a film's element its film. A stream goes to the browser as it is where it plays such, otherwise in pieces.
 *
 * @param onFailed once; what is in the element then will not play
 * @returns the undo: the decoder and the buffers are given back at once
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
    // Larger than the whole player, so it comes only when there is a stream.
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
    // The only order that makes Chromium give back the decoder and the buffers now, and not when it collects garbage.
    video.pause()
    video.removeAttribute('src')
    video.load()
  }
}

/** Engines say "maybe" of everything that they have a chance with, and an empty text of what they have not. */
function playsStreams(video: HTMLVideoElement): boolean {
  return video.canPlayType('application/vnd.apple.mpegurl') !== ''
}
