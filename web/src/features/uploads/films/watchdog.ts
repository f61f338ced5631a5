/** So long a work may stand still. It is counted in steps: a computer that slept is asked once more. */
const STILL_MS = 60_000
const STEP_MS = 5_000

/** Calls `onStill` once where a work has not moved for a minute; pauses do not count. */
export function createWatchdog(onStill: () => void) {
  let steps = 0
  let isPaused = false
  const timer = setInterval(() => {
    if (isPaused) return
    steps += 1
    if (steps * STEP_MS < STILL_MS) return
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
