/** Corrections up to this are slewed: nobody sees them. A larger one means the estimate was wrong: it is stepped. */
export const STEP_MS = 500
/** How fast a small correction is worked in, as a share of the time that passes. Below 1, so time never runs backwards. */
export const SLEW_RATE = 0.05

/**
 * How far the server's clock is ahead of this page's monotonic one: `shown` is what the player goes by, and moves towards
 * `target`. Milliseconds all; `asOf` is monotonic.
 */
export type Offset = { shown: number; target: number; asOf: number; sampled: boolean }

/** One question to the server: its clock said `at`, somewhere between `sentAt` and `receivedAt` of the monotonic one. */
export type Sample = { at: number; sentAt: number; receivedAt: number }

/** Before anything is known, the device's own clock has to do; it may be wrong by years. */
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
 * The server has told a moment of its clock, so it is not before that one now. How long the word was on its way is not
 * known: it raises the estimate where it must, and never lowers it.
 */
export function notBefore(offset: Offset, at: number, now: number): Offset {
  const least = at - now
  const { shown, target, sampled } = read(offset, now)
  return { shown: Math.max(shown, least), target: Math.max(target, least), asOf: now, sampled }
}

/**
 * A sample says: the offset is between `at - receivedAt` and `at - sentAt`. An estimate within stays as it is, so that a
 * slow answer cannot spoil what a quick one has found; one outside goes to the nearer end. The first takes the middle.
 */
export function sampled(offset: Offset, sample: Sample, now: number): Offset {
  const low = sample.at - sample.receivedAt
  const high = sample.at - sample.sentAt
  const before = read(offset, now)
  const target = before.sampled ? Math.min(Math.max(before.target, low), high) : (low + high) / 2
  const isStep = !before.sampled || Math.abs(target - before.shown) > STEP_MS
  return { shown: isStep ? target : before.shown, target, asOf: now, sampled: true }
}

/** The sample with the smallest round trip, which leaves the least room for error. */
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
