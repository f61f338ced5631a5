import type { ManifestLine } from '@placard/contract'
import { liveWordsUntil, withLiveWords } from '@placard/playback'
import { useEffect, useRef } from 'react'
import type { Board } from '../kind-props.ts'
import { type CreateBand, createTickerBand, type LiveWords, type TickerBand } from './ticker-band.ts'

const NO_LINES: ManifestLine[] = []

/** The band at the bottom of the screen. Empty when there are no lines (P1). */
export function Ticker({
  lines = NO_LINES,
  board,
  createBand = createTickerBand,
}: {
  lines?: ManifestLine[]
  board?: Board
  createBand?: CreateBand | undefined
}) {
  const element = useRef<HTMLDivElement>(null)
  const band = useRef<TickerBand>(undefined)
  const place = useRef(board)
  place.current = board

  useEffect(() => {
    if (!element.current) return
    const created = createBand(element.current, createLiveWords(place))
    band.current = created
    return () => created.close()
  }, [createBand])

  useEffect(() => band.current?.show(lines), [lines])

  return <div ref={element} className="ticker" role="marquee" />
}

function createLiveWords(place: { current: Board | undefined }): LiveWords {
  let until = Number.POSITIVE_INFINITY
  const now = () => place.current?.serverNow() ?? 0
  return {
    say(text, at) {
      const board = place.current
      if (!board) return text
      const now = at ?? board.serverNow()
      const { zoneOffsets, language } = board
      if (now >= until) until = Number.POSITIVE_INFINITY
      until = Math.min(until, liveWordsUntil(text, now, { zoneOffsets }))
      return withLiveWords(text, now, { zoneOffsets, language })
    },
    isOver: () => now() >= until,
    now,
  }
}
