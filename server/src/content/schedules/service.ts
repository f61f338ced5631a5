import { type OpeningHours, readOpeningHours, readSchedule, type Schedule, type ZoneOffsets } from '@placard/contract'
import { isNeverOn } from '@placard/playback'
import { AppError } from '../../platform/errors.ts'

const DAY_MS = 24 * 60 * 60_000
/** [SD3] A screen that is offline for this long still follows its clock. */
const OFFSETS_AHEAD_MS = 3 * 366 * DAY_MS
/** Far enough back to find the last change of a weekly schedule. */
const OFFSETS_BACK_MS = 40 * DAY_MS

/** Null if it cannot be read, because it was edited by hand or written by a newer version: always on, as on the screens. */
export const readStoredSchedule = (stored: string | null): Schedule | null => readStored(stored, readSchedule)

/** The same for opening hours: always open. */
export const readStoredOpeningHours = (stored: string | null): OpeningHours | null =>
  readStored(stored, readOpeningHours)

function readStored<T>(stored: string | null, read: (value: unknown) => T | undefined): T | null {
  if (stored === null) return null
  try {
    return read(JSON.parse(stored)) ?? null
  } catch {
    return null
  }
}

/** An empty schedule is stored as null. Also used for opening hours. */
export function storedScheduleOf(schedule: Schedule | OpeningHours | null | undefined): string | null {
  return schedule && Object.keys(schedule).length > 0 ? JSON.stringify(schedule) : null
}

/**
 * The UTC offsets of a time zone for the next three years. A zone that this Node does not know counts as UTC, so that the display
 * keeps playing.
 *
 * @param timeZone IANA name
 * @param now milliseconds since 1970
 */
export function zoneOffsetsOf(timeZone: string, now: number): ZoneOffsets {
  const day = Math.floor(now / DAY_MS)
  const known = offsetsByZone.get(timeZone)
  if (known?.day === day) return known.offsets
  const offsets = readOffsets(timeZone, day * DAY_MS)
  offsetsByZone.set(timeZone, { day, offsets })
  return offsets
}

/** Cached for a day. Node knows about 600 names. */
const offsetsByZone = new Map<string, { day: number; offsets: ZoneOffsets }>()

function readOffsets(timeZone: string, now: number): ZoneOffsets {
  try {
    let clock = Temporal.Instant.fromEpochMilliseconds(now - OFFSETS_BACK_MS).toZonedDateTimeISO(timeZone)
    const offsets: ZoneOffsets = [[0, minutesOf(clock)]]
    for (;;) {
      const next = clock.getTimeZoneTransition('next')
      if (!next || next.epochMilliseconds > now + OFFSETS_AHEAD_MS) return offsets
      if (minutesOf(next) !== minutesOf(clock)) offsets.push([next.epochMilliseconds, minutesOf(next)])
      clock = next
    }
  } catch (error) {
    if (error instanceof RangeError) return [[0, 0]]
    throw error
  }
}

const minutesOf = ({ offsetNanoseconds }: Temporal.ZonedDateTime) => Math.round(offsetNanoseconds / 6e10)

/** The bytes that the schedules of a list take when stored. */
export function scheduleBytesOf(things: readonly { schedule?: Schedule | null | undefined }[]): number {
  return things.reduce((sum, { schedule }) => sum + (storedScheduleOf(schedule)?.length ?? 0), 0)
}

/** @throws AppError schedule-never-on if the schedule is never on */
export function requireEverOn(schedule: Schedule | null | undefined, offsets: ZoneOffsets, field = 'schedule'): void {
  if (schedule && isNeverOn(schedule, offsets)) throw new AppError('schedule-never-on', { field })
}
