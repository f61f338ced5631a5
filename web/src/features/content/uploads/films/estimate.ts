/** After so much of its work one can say how long the rest takes. */
const TELLING_MS = 4_000

/**
 * How long a work will still take, by how long it has taken so far; pauses do not count.
 *
 * @param now milliseconds, monotonic
 */
export function createEstimate(now: () => number) {
  let workedMs = 0
  let since: number | undefined = now()
  const worked = () => workedMs + (since === undefined ? 0 : now() - since)
  return {
    /** @returns undefined while nobody can know */
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
