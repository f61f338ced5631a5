import { useEffect, useSyncExternalStore } from 'react'
import { loadWhenIdle, type Part, type PartState, RETRY_MS } from './part.ts'

/**
 * Loads a part while something on the page needs it, and retries until it is there.
 *
 * @param isPatient true: it can wait until the browser is idle
 */
export function usePart<T>(part: Part<T>, isPatient = false): PartState<T> {
  const state = useSyncExternalStore(part.onChange, part.state)
  const { status } = state

  useEffect(() => {
    if (status === 'here') return
    if (isPatient && status === 'loading') return loadWhenIdle(part)
    const load = () => void part.load()
    load()
    const again = setInterval(load, RETRY_MS)
    window.addEventListener('online', load)
    return () => {
      clearInterval(again)
      window.removeEventListener('online', load)
    }
  }, [part, status, isPatient])

  return state
}
