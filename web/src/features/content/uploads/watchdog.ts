/** The longest that a piece of work may stand still. Most take seconds, also on a slow computer. */
export const STILL_MS = 60_000
/** Silence is counted in steps: after a computer has slept, the work still has time. */
const STEP_MS = 5_000

/**
 * Calls `onStill` once where a piece of work has not moved for too long; pauses do not count.
 *
 * @param stillMs the longest that it may stand still
 */
export function createWatchdog(onStill: () => void, stillMs = STILL_MS) {
  let steps = 0
  let isPaused = false
  const timer = setInterval(() => {
    if (isPaused) return
    steps += 1
    if (steps * STEP_MS < stillMs) return
    clearInterval(timer)
    onStill()
  }, STEP_MS)
  const moved = () => {
    steps = 0
  }
  return {
    moved,
    pause() {
      isPaused = true
    },
    goOn() {
      isPaused = false
      moved()
    },
    close: () => clearInterval(timer),
  }
}
