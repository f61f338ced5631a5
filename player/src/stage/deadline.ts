import { useEffect, useRef } from 'react'

/** [ST5] For a picture or a film to be ready, from when it was begun. */
export const READY_WITHIN_MS = 10_000
/** Time to paint an item that is whole and due: to decode it once more, or to start it. */
const PAINTED_WITHIN_MS = 4_000

/**
 * Gives up on what is due and not on the glass: what is not ready when it has had `withinMs` since it was begun, and what
 * is ready and not painted soon. One that was begun early has had its time when it is due: if it is not ready then, it is
 * skipped without anybody waiting for it.
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
