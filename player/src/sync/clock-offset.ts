/**
 * Corrections up to this are worked in slowly, which nobody sees. A larger one means that the estimate was wrong, so it
 * is applied at once.
 */
export const STEP_MS = 500
/** Speed of a small correction, as a share of the elapsed time. Below 1, so time never runs backwards. */
export const SLEW_RATE = 0.05

/**
 * The difference between the server's clock and this page's monotonic clock, in milliseconds. The player uses `shown`,
 * which moves towards `target`. `asOf` is a monotonic time.
 */
export type Offset = { shown: number; target: number; asOf: number; sampled: boolean }

/** One request to the server. Its clock read `at` at some moment between `sentAt` and `receivedAt` of the monotonic clock. */
export type Sample = { at: number; sentAt: number; receivedAt: number }

/** Until more is known, the device's own clock is used. It may be wrong by years. */
export function guess(wallNow: number, now: number): Offset {
  const offset = wallNow - now
  return { shown: offset, target: offset, asOf: now, sampled: false }
}

export function read(offset: Offset, now: number): Offset {
  const reach = SLEW_RATE * Math.max(0, now - offset.asOf)
  const missing = offset.target - offset.shown
  return { ...offset, shown: offset.shown + Math.min(Math.max(missing, -reach), reach), asOf: now }
}

/**
 * The server has sent a time of its clock, so its clock is not before that now. The delay of the message is unknown, so
 * this can raise the estimate, but never lower it.
 */
export function notBefore(offset: Offset, at: number, now: number): Offset {
  const least = at - now
  const { shown, target, sampled } = read(offset, now)
  return { shown: Math.max(shown, least), target: Math.max(target, least), asOf: now, sampled }
}

/**
 * Applies a sample: the offset is between `at - receivedAt` and `at - sentAt`. An estimate inside this range is kept,
 * so that a slow answer cannot spoil the result of a quick one. An estimate outside moves to the nearer end. The first
 * sample sets the middle.
 */
export function sampled(offset: Offset, sample: Sample, now: number): Offset {
  const low = sample.at - sample.receivedAt
  const high = sample.at - sample.sentAt
  const before = read(offset, now)
  const target = before.sampled ? Math.min(Math.max(before.target, low), high) : (low + high) / 2
  const isStep = !before.sampled || Math.abs(target - before.shown) > STEP_MS
  return { shown: isStep ? target : before.shown, target, asOf: now, sampled: true }
}

/** The sample with the smallest round trip, which has the smallest possible error. */
export function best(samples: Sample[]): Sample | undefined {
  let found: Sample | undefined
  for (const sample of samples) {
    if (found === undefined || roundTrip(sample) < roundTrip(found)) found = sample
  }
  return found
}

function roundTrip(sample: Sample): number {
  return sample.receivedAt - sample.sentAt
}
