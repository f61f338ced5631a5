import { useEffect, useSyncExternalStore } from 'react'
import { type Part, type PartState, RETRY_MS } from './part.ts'

/** A part while something on the page needs it: fetched, and tried again until it is here. */
export function usePart<T>(part: Part<T>): PartState<T> {
  const state = useSyncExternalStore(part.onChange, part.state)
  const isHere = state.status === 'here'

  useEffect(() => {
    if (isHere) return
    const load = () => void part.load()
    load()
    const again = setInterval(load, RETRY_MS)
    window.addEventListener('online', load)
    return () => {
      clearInterval(again)
      window.removeEventListener('online', load)
    }
  }, [part, isHere])

  return state
}
