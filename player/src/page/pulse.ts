const PULSE_MS = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Calls the listener once a second. All listeners are called at the same moment: a request for a frame wakes all of the
 * browser's processes, and two requests together wake them only once.
 * @returns a function that removes the listener
 */
export function onPulse(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(pulse, PULSE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function pulse(): void {
  for (const listener of listeners) {
    try {
      listener()
    } catch (error) {
      // The other listeners still get their turn. The error is rethrown later, so the global error handlers see it.
      setTimeout(() => {
        throw error
      })
    }
  }
}
