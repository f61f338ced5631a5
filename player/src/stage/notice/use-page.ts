import { DEFAULT_PLAYER_DURATION_SECONDS, type ManifestItem } from '@placard/contract'
import { useEffect, useRef, useState } from 'react'

/** Each page of a long text is shown for at least this long. */
const PAGE_AT_LEAST_MS = 4_000

/** The index of the current page, from the time since the item came on, so it is the same on every screen. */
export function usePage(
  count: number,
  durationSeconds: ManifestItem['duration'],
  sinceMs: () => number,
  due: boolean,
): number {
  const [page, setPage] = useState(0)
  const since = useRef(sinceMs)
  since.current = sinceMs
  useEffect(() => {
    if (count < 2 || !due) return setPage(0)
    const eachMs = Math.max(PAGE_AT_LEAST_MS, ((durationSeconds || DEFAULT_PLAYER_DURATION_SECONDS) * 1_000) / count)
    const turn = () => setPage(Math.floor(Math.max(0, since.current()) / eachMs) % count)
    turn()
    const timer = setInterval(turn, 250)
    return () => clearInterval(timer)
  }, [count, durationSeconds, due])
  return page
}
