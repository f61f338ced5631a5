const PULSE_MS = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Calls once a second, everybody in the same moment: whoever asks for a frame wakes all of the browser's processes, and two who ask
 * together wake them once. Answers the undo.
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
      // The others have their turn, and whoever hears of errors hears of this one.
      setTimeout(() => {
        throw error
      })
    }
  }
}
