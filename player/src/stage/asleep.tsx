import { type ReactNode, useEffect, useState } from 'react'

/** After an input, the dark screen shows its answer for this long. */
const ANSWERED_MS = 10_000
const ASKS = ['pointermove', 'pointerdown', 'keydown'] as const

/** SH2: black, so that nothing burns in and the room stays dark. @param children shown after an input */
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
