/** An event with optional data. `on` adds a listener and returns a function that removes it. */
export function createSignal<Said = void>() {
  const listeners = new Set<(said: Said) => void>()
  return {
    announce(said: Said): void {
      // Iterates over a copy, because a listener may add others meanwhile.
      for (const listener of Array.from(listeners)) listener(said)
    },
    on(listener: (said: Said) => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
