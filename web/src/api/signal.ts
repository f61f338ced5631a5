/** Something that happens, without more to say about it; `on` gives its own undo. */
export function createSignal() {
  const listeners = new Set<() => void>()
  return {
    announce(): void {
      for (const listener of listeners) listener()
    },
    on(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
