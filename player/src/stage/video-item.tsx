import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { paintBackdrop } from './backdrop.ts'
import { useDeadline } from './deadline.ts'
import type { KindProps } from './layer.tsx'

const READY_WITHIN_MS = 10_000
/** A playing video that does not say that it painted has done so by then. */
const PAINTED_WITHIN_MS = 250

/**
 * A film, muted: buffered and standing on its first frame while unseen, started when due. It loops by itself, so one that
 * is shorter than its slot, or that plays alone, never stands still.
 */
export function VideoItem({ url, due, onPresented, onFailed }: KindProps) {
  const film = useRef<HTMLVideoElement>(null)
  const backdrop = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<'loading' | 'ready' | 'presented'>('loading')
  const told = useRef({ onPresented, onFailed })
  told.current = { onPresented, onFailed }
  useDeadline(READY_WITHIN_MS, due, stage === 'presented', onFailed)

  // A layout effect, so that at its end the decoder is given back before the element leaves the document.
  useLayoutEffect(() => {
    const video = film.current
    if (!video) return
    video.muted = true
    video.oncanplay = () => setStage((now) => (now === 'loading' ? 'ready' : now))
    video.onerror = () => told.current.onFailed()
    video.src = url
    video.load()
    return () => {
      video.oncanplay = null
      video.onerror = null
      // The only order that makes Chromium give back the decoder and the buffers now, and not when it collects garbage.
      video.pause()
      video.removeAttribute('src')
      video.load()
    }
  }, [url])

  useEffect(() => {
    const video = film.current
    if (!due || stage !== 'ready' || !video) return
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const painted = () => {
      if (gone) return
      gone = true
      clearTimeout(timer)
      paintBackdrop(backdrop.current, video, video.videoWidth, video.videoHeight)
      setStage('presented')
      told.current.onPresented()
    }
    const failed = () => {
      if (!gone) told.current.onFailed()
    }
    start(video).then(() => {
      if (gone) return
      if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(painted)
      timer = setTimeout(painted, PAINTED_WITHIN_MS)
    }, failed)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [due, stage])

  return (
    <>
      <canvas ref={backdrop} className="backdrop" />
      <video ref={film} className="fit" muted loop playsInline preload="auto" disablePictureInPicture />
    </>
  )
}

/** Resolves when it plays. Refused for want of a gesture: muted it may play all the same, if it is told so again. */
async function start(video: HTMLVideoElement): Promise<void> {
  try {
    await video.play()
  } catch (error) {
    // Somebody paused or reloaded it meanwhile (a page sent to the background does); it is asked once more either way.
    video.muted = true
    await new Promise((resolve) =>
      setTimeout(resolve, error instanceof DOMException && error.name === 'AbortError' ? 100 : 0),
    )
    await video.play()
  }
}
