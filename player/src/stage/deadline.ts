import { useEffect, useRef } from 'react'

/** [ST5] Longest time from the start until a picture or film is ready. */
export const READY_WITHIN_MS = 10_000
/** Longest time to paint an item that is ready and due: to decode it again, or to start it. */
const PAINTED_WITHIN_MS = 4_000

/**
 * Gives up on an item that is due and not on the screen: when it is not ready `withinMs` after it was begun, or when it
 * is ready and not painted soon. If an item that was begun early is not ready when it is due, and its time is over, it
 * is skipped at once.
 */
export function useDeadline(
  withinMs: number,
  begun: boolean,
  due: boolean,
  stage: 'loading' | 'ready' | 'presented',
  onMissed: () => void,
): void {
  const begunAt = useRef<number>(undefined)
  const missed = useRef(onMissed)
  missed.current = onMissed

  useEffect(() => {
    if (begun) begunAt.current ??= performance.now()
  }, [begun])

  useEffect(() => {
    if (!due || !begun || stage === 'presented') return
    const now = performance.now()
    const left = stage === 'ready' ? PAINTED_WITHIN_MS : (begunAt.current ?? now) + withinMs - now
    const timer = setTimeout(() => missed.current(), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [withinMs, begun, due, stage])
}
