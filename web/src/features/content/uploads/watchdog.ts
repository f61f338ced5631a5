/** The longest a piece of work may make no progress. Most take seconds, also on a slow computer. */
export const STILL_MS = 60_000
/** Silence is counted in steps, so that the work still has time after a computer was asleep. */
const STEP_MS = 5_000

/**
 * Calls `onStill` once if a piece of work makes no progress for too long. Pauses do not count.
 *
 * @param stillMs the longest time without progress
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
