import type { ZoneOffsets } from '@placard/contract'

// The clock at a display, by integer arithmetic on a list of offsets, because the oldest players have no time zone data. A
// local time is represented like an instant: in milliseconds, as if the clock at the display showed UTC.

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS
export const UTC: ZoneOffsets = [[0, 0]]

/** The local time at the display at an instant. */
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
 * The first instant at which the clock at the display reaches a local time. If the clock skips that time, it is the instant of
 * the change (SD2).
 */
export function firstInstantOf(offsets: ZoneOffsets, local: number): number {
  for (let index = 0; index < offsets.length; index += 1) {
    const at = Math.max(local - offsetMsAt(offsets, index), startAt(offsets, index))
    if (index === offsets.length - 1 || at < startAt(offsets, index + 1)) return at
  }
  return local
}

/**
 * The last instant at which the clock at the display reaches a local time. If the clock skips that time, it is the instant of
 * the change.
 */
export function lastInstantOf(offsets: ZoneOffsets, local: number): number {
  for (let index = offsets.length - 1; index > 0; index -= 1) {
    const at = local - offsetMsAt(offsets, index)
    if (at >= startAt(offsets, index)) return at
    // The clock skips the local time: it is earlier before the change, and later after it.
    if (local - offsetMsAt(offsets, index - 1) >= startAt(offsets, index)) return startAt(offsets, index)
  }
  return local - offsetMsAt(offsets, 0)
}

/** The part of a list of offsets that applies between two local times, to speed up many calls. */
export function offsetsNear(offsets: ZoneOffsets, from: number, until: number): ZoneOffsets {
  // No clock differs from UTC by more than a day.
  let first = 0
  while (first < offsets.length - 1 && startAt(offsets, first + 1) <= from - 2 * DAY_MS) first += 1
  let end = first + 1
  while (end < offsets.length && startAt(offsets, end) <= until + 2 * DAY_MS) end += 1
  return offsets.slice(first, end)
}

const startAt = (offsets: ZoneOffsets, index: number) =>
  index === 0 ? Number.NEGATIVE_INFINITY : (offsets[index]?.[0] as number)
const offsetMsAt = (offsets: ZoneOffsets, index: number) => (offsets[index]?.[1] ?? 0) * MINUTE_MS
