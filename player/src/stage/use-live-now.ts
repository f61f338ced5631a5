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
  useNextNow(liveWordsUntil(text, now, { zoneOffsets: board.zoneOffsets }), now, setNow, board)
  return now
}

/**
 * Takes the time again when what depends on it changes.
 *
 * @param until the time of the next change after `now`, in milliseconds since 1970; Infinity if there is none
 */
export function useNextNow(
  until: number,
  now: number,
  setNow: (now: number) => void,
  board: Pick<Board, 'serverNow'>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits again from each moment
  useEffect(() => {
    if (until === Number.POSITIVE_INFINITY) return
    const delayMs = Math.min(Math.max(20, until - board.serverNow() + 20), LOOK_AGAIN_MS)
    const timer = setTimeout(() => setNow(board.serverNow()), delayMs)
    return () => clearTimeout(timer)
  }, [until, now, board])
}
