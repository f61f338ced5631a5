import { useEffect, useRef, useState } from 'react'

/**
 * True when it is time to begin an item that should not begin long before it is shown. Once true, it stays true.
 *
 * @param leadMs time before the item is due; Infinity means at once
 */
export function useLead(leadMs: number, due: boolean, dueInMs: () => number): boolean {
  const [begun, setBegun] = useState(leadMs === Number.POSITIVE_INFINITY)
  const asked = useRef(dueInMs)
  asked.current = dueInMs

  useEffect(() => {
    if (begun) return
    const timer = setTimeout(() => setBegun(true), due ? 0 : Math.max(0, asked.current() - leadMs))
    return () => clearTimeout(timer)
  }, [begun, due, leadMs])

  return begun
}
