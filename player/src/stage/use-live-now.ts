import { liveWordsUntil } from '@placard/playback'
import { useEffect, useState } from 'react'
import type { Board } from './kind-props.ts'

/** The time is checked again at least this often, because timers are not exact. */
const LOOK_AGAIN_MS = 60_000

/**
 * The time for the live words of a text, by the server's clock. It is updated whenever one of them changes: once a
 * minute for `{time}`.
 */
export function useLiveNow(text: string, board: Pick<Board, 'zoneOffsets' | 'serverNow'>): number {
  const [now, setNow] = useState(board.serverNow)
  const { zoneOffsets } = board
  useEffect(() => {
    const until = liveWordsUntil(text, now, { zoneOffsets })
    if (until === Number.POSITIVE_INFINITY) return
    const delayMs = Math.min(Math.max(20, until - board.serverNow() + 20), LOOK_AGAIN_MS)
    const timer = setTimeout(() => setNow(board.serverNow()), delayMs)
    return () => clearTimeout(timer)
  }, [text, now, zoneOffsets, board])
  return now
}
