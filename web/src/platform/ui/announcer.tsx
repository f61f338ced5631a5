import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

type Listener = (text: string) => void
const listeners = new Set<Listener>()

/** Says something to people who use a screen reader: a move, a save. What everybody must see is a notice. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text)
}

export function Announcer() {
  const [said, setSaid] = useState({ text: '', turn: 0 })

  useEffect(() => {
    const listener: Listener = (text) => setSaid((before) => ({ text, turn: before.turn + 1 }))
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])

  return (
    <VisuallyHidden role="status" aria-live="polite">
      {/* A new element each time: the same words twice would otherwise be silence. */}
      <span key={said.turn}>{said.text}</span>
    </VisuallyHidden>
  )
}
