import { useEffect, useRef, useState } from 'react'

/**
 * Tells when to begin with an item that should not begin long before it is shown. Once begun, it stays so.
 *
 * @param leadMs how long before; Infinity: at once
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
