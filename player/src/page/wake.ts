import { onPulse } from './pulse.ts'

/** The device's clock is put right by less than this all the time, and no sleep is this short. */
const GAP_MS = 5_000

export type Wake =
  /** The page is seen again; it may have missed any number of timers. */
  | 'seen'
  /** Time has passed in which nothing ran: a sleeping device, a frozen page, a stopped process. */
  | 'slept'

/** Tells when the page comes back from wherever it was. Answers the undo. */
export function onWake(listener: (wake: Wake) => void): () => void {
  let monotonic = performance.now()
  let wall = Date.now()

  const stopLooking = onPulse(() => {
    const passed = performance.now() - monotonic
    const passedOnWall = Date.now() - wall
    monotonic += passed
    wall += passedOnWall
    // In some systems the monotonic clock sleeps with the device. One that ran on while no timer did says the same, but
    // not in a hidden page, where the browser lets timers run once a minute only.
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
