import { type ReactNode, useEffect, useState } from 'react'

/** Somebody who asks a dark glass whether it is alive gets an answer for so long. */
const ANSWERED_MS = 10_000
const ASKS = ['pointermove', 'pointerdown', 'keydown'] as const

/** SH2: black, so that nothing burns in and the room is dark. @param children the answer to whoever touches it */
export function Asleep({ children }: { children: ReactNode }) {
  const [isAsked, setAsked] = useState(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const answer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setAsked(false), ANSWERED_MS)
      setAsked(true)
    }
    for (const ask of ASKS) window.addEventListener(ask, answer)
    return () => {
      clearTimeout(timer)
      for (const ask of ASKS) window.removeEventListener(ask, answer)
    }
  }, [])

  return isAsked ? children : <div className="dark" />
}
