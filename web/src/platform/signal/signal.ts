/** Something that happens, with what there is to say about it; `on` gives its own undo. */
export function createSignal<Said = void>() {
  const listeners = new Set<(said: Said) => void>()
  return {
    announce(said: Said): void {
      // Of those that listened then: one of them may begin anew meanwhile.
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
