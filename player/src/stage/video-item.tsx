import { isStreamAddress } from '@placard/contract'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { paintBackdrop } from './backdrop.ts'
import { READY_WITHIN_MS, useDeadline } from './deadline.ts'
import { feedFilm } from './film-feed.ts'
import type { KindProps } from './kind-props.ts'
import { useLead } from './lead.ts'
import { placing } from './placing.ts'
import { isSoundBlocked, tellSound } from './sound.ts'

/** A stream may be one of a camera: what it shows minutes before its time is no use, and would be fetched all the while. */
const STREAM_LEAD_MS = 8_000
const BACKDROP_EVERY_MS = 1_000
/** Of an engine that does not say when it paints a frame of a film, a playing one has been painted by then. */
const PAINTED_WITHIN_MS = 250
/**
 * True once this engine has said so of some film. The first film is believed without, because engines that lay films
 * behind the page know of no frames; after that, a film without a frame is not painted, and its deadline ends it.
 */
let tellsFrames = false

/**
 * A film: buffered and standing on its first frame while unseen, started when due. It loops by itself, so one that is shorter
 * than its slot, or that plays alone, never stands still. It is muted but where its sound is asked for and the browser lets it; it
 * is heard while it is what is on the glass, so of two that fade into one another one at most.
 */
export function VideoItem({ url, place, due, shown, dueInMs, onPresented, onFailed }: KindProps) {
  const film = useRef<HTMLVideoElement>(null)
  const backdrop = useRef<HTMLCanvasElement>(null)
  const begun = useLead(isStreamAddress(url) ? STREAM_LEAD_MS : Number.POSITIVE_INFINITY, due, dueInMs)
  const [stage, setStage] = useState<'loading' | 'ready' | 'presented'>('loading')
  const told = useRef({ onPresented, onFailed, place })
  told.current = { onPresented, onFailed, place }
  const { fit } = place
  const sounds = place.sound === true
  useDeadline(READY_WITHIN_MS, begun, due, stage, onFailed)

  // A layout effect, so that at its end the decoder is given back before the element leaves the document.
  useLayoutEffect(() => {
    const video = film.current
    if (!video || !begun) return
    video.muted = true
    video.oncanplay = () => {
      // Of a film in a format that the engine has no pictures for, it plays the sound, and says that all is well.
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
    // Asked for while it plays.
    else if (!isSoundBlocked()) {
      start(video, true).then(
        () => {
          video.volume = 1
        },
        () => told.current.onFailed(),
      )
    }
  }, [shown, sounds, stage])

  // The bars beside it follow its pictures.
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
      // Nobody sees a page in the background, and its frames are not counted.
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

/** Resolves when it plays; with its sound, which is not heard before it is seen, where that is wanted and may be. */
async function start(video: HTMLVideoElement, sounds: boolean): Promise<void> {
  video.muted = !sounds
  video.volume = sounds ? 0 : 1
  try {
    await video.play()
    if (sounds) tellSound(true)
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (sounds && name === 'NotAllowedError') tellSound(false)
    // Refused for want of a gesture, it may play muted all the same, if it is told so again. Or somebody paused or reloaded it
    // meanwhile (a page sent to the background does): it is asked once more either way.
    video.muted = true
    await new Promise((resolve) => setTimeout(resolve, name === 'AbortError' ? 100 : 0))
    await video.play()
  }
}
