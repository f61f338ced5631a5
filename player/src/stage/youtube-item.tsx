import { youtubeIdOf } from '@placard/contract'
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KindProps } from './kind-props.ts'
import { useLead } from './lead.ts'
import { framePlacing } from './placing.ts'
import { readYoutubeMessage, YOUTUBE_GREETINGS, YOUTUBE_ORIGIN, youtubeEmbed } from './youtube-message.ts'

/**
 * The frame plays as soon as it has loaded. It is created this long before it is due, so that it shows its first
 * seconds when it becomes visible.
 */
const LEAD_MS = 3_000
/**
 * If the frame has not reported that it plays by then, it has failed: no network, no consent, or the film was deleted.
 * It does not report all of these.
 */
const PLAYING_WITHIN_MS = 15_000
const GREET_EVERY_MS = 250

export default function YoutubeItem({ url, place, board, due, dueInMs, onPresented, onFailed }: KindProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const begun = useLead(LEAD_MS, due, dueInMs)
  const [loaded, setLoaded] = useState(false)
  const [plays, setPlays] = useState(false)
  const told = useRef({ onPresented, onFailed })
  told.current = { onPresented, onFailed }
  const id = youtubeIdOf(new URL(url))

  useEffect(() => {
    if (!id) told.current.onFailed()
  }, [id])

  useEffect(() => {
    if (!begun) return
    const hear = (event: MessageEvent) => {
      // Any window may send messages. Only this frame's window on YouTube's origin is accepted.
      if (event.origin !== YOUTUBE_ORIGIN || event.source !== frame.current?.contentWindow) return
      const message = readYoutubeMessage(event.data)
      if (!message) return
      if (message.type === 'failed') told.current.onFailed()
      if (message.type !== 'playing') return
      clearTimeout(silence)
      setPlays(true)
    }
    const silence = setTimeout(() => told.current.onFailed(), PLAYING_WITHIN_MS)
    window.addEventListener('message', hear)
    return () => {
      clearTimeout(silence)
      window.removeEventListener('message', hear)
    }
  }, [begun])

  // React's own event listeners are removed from the bundle (vite.config.ts).
  useLayoutEffect(() => {
    const element = begun ? frame.current : null
    if (!element) return
    const load = () => setLoaded(true)
    element.addEventListener('load', load)
    return () => element.removeEventListener('load', load)
  }, [begun])

  useEffect(() => {
    if (!loaded || plays) return
    // The frame's script starts to listen some time after the frame has loaded, and does not say when.
    const greet = setInterval(() => {
      for (const greeting of YOUTUBE_GREETINGS) frame.current?.contentWindow?.postMessage(greeting, YOUTUBE_ORIGIN)
    }, GREET_EVERY_MS)
    return () => clearInterval(greet)
  }, [loaded, plays])

  useEffect(() => {
    if (due && plays) told.current.onPresented()
  }, [due, plays])

  // The style sheet knows the size of the whole media area only.
  const [filmPx, setFilmPx] = useState<number>()
  const { room } = board
  const isCover = place.fit === 'cover'
  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current?.parentElement ?? {}
      setFilmPx(room && (isCover ? Math.max : Math.min)(width, (height * 16) / 9))
    }
    if (begun) measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [begun, room, isCover])

  if (!begun || !id) return null
  const placing = framePlacing(place)
  return (
    <iframe
      ref={frame}
      {...placing}
      style={{ ...placing.style, ...(filmPx === undefined ? {} : ({ '--film': `${filmPx}px` } as CSSProperties)) }}
      title="YouTube"
      src={youtubeEmbed(id, location.origin)}
      allow="autoplay; encrypted-media"
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-presentation"
      tabIndex={-1}
    />
  )
}
