import { onPulse } from './pulse.ts'

/** The device's clock is regularly corrected by less than this, and no sleep is this short. */
const GAP_MS = 5_000

export type Wake =
  /** The page is visible again. It may have missed any number of timers. */
  | 'seen'
  /** Time has passed in which nothing ran: the device slept, the page was frozen or the process was stopped. */
  | 'slept'

/**
 * Calls the listener when the page runs or is visible again after an interruption. Returns a function that removes the
 * listener.
 */
export function onWake(listener: (wake: Wake) => void): () => void {
  let monotonic = performance.now()
  let wall = Date.now()

  const stopLooking = onPulse(() => {
    const passed = performance.now() - monotonic
    const passedOnWall = Date.now() - wall
    monotonic += passed
    wall += passedOnWall
    // On some systems the monotonic clock stops while the device sleeps. On others it goes on while timers do not run.
    // The second check does not apply to a hidden page, because the browser runs its timers only once a minute.
    const slept = passedOnWall - passed > GAP_MS || (passed > GAP_MS && !document.hidden)
    if (slept) listener('slept')
  })

  const seen = () => {
    if (document.hidden) return
    monotonic = performance.now()
    wall = Date.now()
    listener('seen')
  }
  const resumed = () => listener('slept')
  document.addEventListener('visibilitychange', seen)
  document.addEventListener('resume', resumed)
  return () => {
    stopLooking()
    document.removeEventListener('visibilitychange', seen)
    document.removeEventListener('resume', resumed)
  }
}
