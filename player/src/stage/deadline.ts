import { useEffect, useRef } from 'react'

/**
 * Gives up on what is due and not on the glass, once it has had `withinMs` since it was begun. One that was begun early
 * has had its time when it is due: it is skipped without anybody waiting for it.
 */
export function useDeadline(withinMs: number, due: boolean, done: boolean, onMissed: () => void): void {
  const begunAt = useRef(performance.now())
  const missed = useRef(onMissed)
  missed.current = onMissed
  useEffect(() => {
    if (!due || done) return
    const left = begunAt.current + withinMs - performance.now()
    const timer = setTimeout(() => missed.current(), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [withinMs, due, done])
}
