import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

type Listener = (text: string) => void
const listeners = new Set<Listener>()

/** Announces something to screen readers, such as a move or a save. Messages for all users are notices. */
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
      {/* A new element each time, because repeated text would not be announced. */}
      <span key={said.turn}>{said.text}</span>
    </VisuallyHidden>
  )
}
