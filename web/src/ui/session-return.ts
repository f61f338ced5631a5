const listeners = new Set<() => void>()
let returns = 0

/** How often somebody has signed in again over this page. */
export const sessionReturns = {
  count: () => returns,
  onChange(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  announce(): void {
    returns += 1
    for (const listener of Array.from(listeners)) listener()
  },
}
