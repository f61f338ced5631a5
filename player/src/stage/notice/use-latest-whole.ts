import { useRef } from 'react'

/** Returns the last complete value while a part of the newest is loading, so that an edit never shows half done. */
export function useLatestWhole<Value>(isWhole: boolean, newest: Value): Value {
  const last = useRef(newest)
  if (isWhole) last.current = newest
  return last.current
}
