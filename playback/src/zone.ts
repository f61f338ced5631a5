import type { ZoneOffsets } from '@placard/contract'

// The clock at a display, by integer arithmetic on a list of offsets: the oldest player has no time zones to ask.
// A local time is counted like an instant: in milliseconds, as if the clock at the display were that of UTC.

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS
export const UTC: ZoneOffsets = [[0, 0]]

/** The clock at the display at an instant. */
export function localTimeOf(offsets: ZoneOffsets, at: number): number {
  let index = offsets.length - 1
  while (index > 0 && at < startAt(offsets, index)) index -= 1
  return at + offsetMsAt(offsets, index)
}

/** The next instant at which the clock at the display is changed; Infinity: none is known. */
export function nextChangeOf(offsets: ZoneOffsets, at: number): number {
  for (let index = 1; index < offsets.length; index += 1) {
    if (startAt(offsets, index) > at) return startAt(offsets, index)
  }
  return Number.POSITIVE_INFINITY
}

/**
 * The first instant at which the clock at the display reaches a local time. Where the clock skips it: the moment of the
 * change (SD2).
 */
export function firstInstantOf(offsets: ZoneOffsets, local: number): number {
  for (let index = 0; index < offsets.length; index += 1) {
    const at = Math.max(local - offsetMsAt(offsets, index), startAt(offsets, index))
    if (index === offsets.length - 1 || at < startAt(offsets, index + 1)) return at
  }
  return local
}

/** The last instant at which the clock at the display reaches a local time. Where the clock skips it: the moment of the change. */
export function lastInstantOf(offsets: ZoneOffsets, local: number): number {
  for (let index = offsets.length - 1; index > 0; index -= 1) {
    const at = local - offsetMsAt(offsets, index)
    if (at >= startAt(offsets, index)) return at
    // The clock was before it until the change, and after it from the change on.
    if (local - offsetMsAt(offsets, index - 1) >= startAt(offsets, index)) return startAt(offsets, index)
  }
  return local - offsetMsAt(offsets, 0)
}

/** The part of a list of offsets that the clock between two local times goes by, for whoever asks for many of them. */
export function offsetsNear(offsets: ZoneOffsets, from: number, until: number): ZoneOffsets {
  // No clock is further from that of UTC than a day.
  let first = 0
  while (first < offsets.length - 1 && startAt(offsets, first + 1) <= from - 2 * DAY_MS) first += 1
  let end = first + 1
  while (end < offsets.length && startAt(offsets, end) <= until + 2 * DAY_MS) end += 1
  return offsets.slice(first, end)
}

const startAt = (offsets: ZoneOffsets, index: number) =>
  index === 0 ? Number.NEGATIVE_INFINITY : (offsets[index]?.[0] as number)
const offsetMsAt = (offsets: ZoneOffsets, index: number) => (offsets[index]?.[1] ?? 0) * MINUTE_MS
