/** An estimate is given once the work has run for this long. */
const TELLING_MS = 4_000

/**
 * Estimates the remaining time of a piece of work from the time taken so far. Pauses do not count.
 *
 * @param now milliseconds, monotonic
 */
export function createEstimate(now: () => number) {
  let workedMs = 0
  let since: number | undefined = now()
  const worked = () => workedMs + (since === undefined ? 0 : now() - since)
  return {
    /** @returns undefined while there is no estimate yet */
    leftMs: (share: number) => (share > 0 && worked() > TELLING_MS ? (worked() * (1 - share)) / share : undefined),
    pause() {
      workedMs = worked()
      since = undefined
    },
    goOn() {
      since ??= now()
    },
  }
}
