import type { ZoneOffsets } from '@placard/contract'
import { localTimeOf } from '@placard/playback'

const HOUR_MS = 60 * 60_000
/** In every time zone, hours begin at a quarter of an hour of UTC. */
const QUARTER_MS = 15 * 60_000

/** The hour by the display's clock that contains an instant, as stored: its beginning, in quarters of an hour since 1970. */
export function hourOf(offsets: ZoneOffsets, at: number): number {
  const local = localTimeOf(offsets, at)
  return quarterOf(at - (((local % HOUR_MS) + HOUR_MS) % HOUR_MS))
}

export const quarterOf = (at: number): number => Math.floor(at / QUARTER_MS)
export const instantOf = (hour: number): number => hour * QUARTER_MS

/** Splits a span of time at the full hours of that clock. An empty span belongs to the hour of its instant. */
export function cutAtHours(offsets: ZoneOffsets, at: number, ms: number): { hour: number; ms: number }[] {
  const parts: { hour: number; ms: number }[] = []
  let from = at
  do {
    const hour = hourOf(offsets, from)
    const end = Math.min(at + ms, Math.max(instantOf(hour) + HOUR_MS, from + 1))
    parts.push({ hour, ms: end - from })
    from = end
  } while (from < at + ms)
  return parts
}

const DAY_MS = 24 * HOUR_MS

/** The days from one to another, both included: `2026-11-21`. */
export function listDays(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = Date.parse(from); day <= Date.parse(to); day += DAY_MS) days.push(dayOf(day))
  return days
}

/**
 * The first instants of days in a time zone, followed by that of the day after the last.
 *
 * @param timeZone IANA name; one that this Node does not know counts as UTC
 */
export function startsOf(timeZone: string, days: readonly string[]): number[] {
  const after = dayOf(Date.parse(days.at(-1) ?? '1970-01-01') + DAY_MS)
  const start = (zone: string, day: string) =>
    Temporal.PlainDateTime.from(`${day}T00:00`).toZonedDateTime(zone).epochMilliseconds
  try {
    return [...days, after].map((day) => start(timeZone, day))
  } catch (error) {
    if (error instanceof RangeError) return [...days, after].map((day) => start('UTC', day))
    throw error
  }
}

/** The local date and time at a display, to the minute: `2026-11-21` and `14:00`. */
export function writeLocal(timeZone: string, at: number): { day: string; time: string } {
  let offsetMs = 0
  try {
    offsetMs = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  const local = new Date(at + offsetMs).toISOString()
  return { day: local.slice(0, 10), time: local.slice(11, 16) }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
