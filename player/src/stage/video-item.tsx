import { isStreamAddress } from '@placard/contract'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { paintBackdrop } from './backdrop.ts'
import { READY_WITHIN_MS, useDeadline } from './deadline.ts'
import { feedFilm } from './film-feed.ts'
import type { KindProps } from './kind-props.ts'
import { useLead } from './lead.ts'
import { placing } from './placing.ts'
import { isSoundBlocked, tellSound } from './sound.ts'

/** A stream may be live from a camera. Loaded minutes before its time, it would only use bandwidth. */
const STREAM_LEAD_MS = 8_000
const BACKDROP_EVERY_MS = 1_000
/** If the engine does not report painted frames, a playing film counts as painted after this time. */
const PAINTED_WITHIN_MS = 250
/**
 * True once this engine has reported a frame of any film. The first film counts without it, because engines that draw
 * films behind the page report no frames. After that, a film without a reported frame is not painted, and its deadline
 * ends it.
 */
let tellsFrames = false

/**
 * A film. It is buffered and stands on its first frame while it is not visible, and starts when it is due. It loops, so
 * a film that is shorter than its slot, or plays alone, never stands still. It is muted unless its sound is wanted and
 * the browser allows it. It is audible only while it is shown, so at most one of two films that fade into each other.
 */
export function VideoItem({ url, place, board, due, shown, dueInMs, onPresented, onFailed }: KindProps) {
  const film = useRef<HTMLVideoElement>(null)
  const backdrop = useRef<HTMLCanvasElement>(null)
  const begun = useLead(isStreamAddress(url) ? STREAM_LEAD_MS : Number.POSITIVE_INFINITY, due, dueInMs)
  const [stage, setStage] = useState<'loading' | 'ready' | 'presented'>('loading')
  const told = useRef({ onPresented, onFailed, place, dueInMs })
  told.current = { onPresented, onFailed, place, dueInMs }
  const { fit } = place
  const { keepInStep } = board
  const sounds = place.sound === true
  useDeadline(READY_WITHIN_MS, begun, due, stage, onFailed)

  // A layout effect, so that its cleanup releases the decoder before the element leaves the document.
  useLayoutEffect(() => {
    const video = film.current
    if (!video || !begun) return
    video.muted = true
    video.oncanplay = () => {
      // If the engine cannot decode the pictures of a film, it plays only the sound and reports no error.
      if (video.videoWidth > 0) setStage((now) => (now === 'loading' ? 'ready' : now))
      else told.current.onFailed()
    }
    const stop = feedFilm(video, url, () => told.current.onFailed())
    return () => {
      video.oncanplay = null
      stop()
    }
  }, [url, begun])

  useEffect(() => {
    const video = film.current
    if (!video || stage !== 'presented') return
    if (!shown || !sounds) video.muted = true
    else if (!video.muted) video.volume = 1
    // The sound was turned on while the film plays.
    else if (!isSoundBlocked()) {
      start(video, true).then(
        () => {
          video.volume = 1
        },
        () => told.current.onFailed(),
      )
    }
  }, [shown, sounds, stage])

  useEffect(() => {
    if (stage !== 'presented' || !film.current || !keepInStep) return
    return keepInStep(film.current, () => told.current.dueInMs())
  }, [stage, keepInStep])

  // The bars beside the film follow its colours.
  useEffect(() => {
    const video = film.current
    if (stage !== 'presented' || !video) return
    const paint = (isMixed: boolean) =>
      paintBackdrop(backdrop.current, video, video.videoWidth, video.videoHeight, fit, isMixed)
    paint(false)
    const timer = setInterval(paint, BACKDROP_EVERY_MS, true)
    return () => clearInterval(timer)
  }, [stage, fit])

  useEffect(() => {
    const video = film.current
    if (!due || stage !== 'ready' || !video) return
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const counted = () => {
      tellsFrames = true
      painted()
    }
    const overdue = () => {
      // Frames of a page in the background are not painted, and not reported.
      if (!tellsFrames || document.hidden) painted()
    }
    const painted = () => {
      if (gone) return
      gone = true
      clearTimeout(timer)
      setStage('presented')
      told.current.onPresented()
    }
    const failed = () => {
      if (!gone) told.current.onFailed()
    }
    start(video, told.current.place.sound === true).then(() => {
      if (gone) return
      if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(counted)
      timer = setTimeout(overdue, PAINTED_WITHIN_MS)
    }, failed)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [due, stage])

  return (
    <>
      <canvas ref={backdrop} className="backdrop" />
      <video ref={film} {...placing(place)} muted loop playsInline preload="auto" disablePictureInPicture />
    </>
  )
}

/** Resolves when the film plays. With sound, if it is wanted and allowed; the volume is 0 until the film is visible. */
async function start(video: HTMLVideoElement, sounds: boolean): Promise<void> {
  video.muted = !sounds
  video.volume = sounds ? 0 : 1
  try {
    await video.play()
    if (sounds) tellSound(true)
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (sounds && name === 'NotAllowedError') tellSound(false)
    // If playing was refused because there was no user gesture, it may work muted. If something paused or reloaded the
    // film meanwhile (as for a page sent to the background), it is started once more.
    video.muted = true
    await new Promise((resolve) => setTimeout(resolve, name === 'AbortError' ? 100 : 0))
    await video.play()
  }
}
