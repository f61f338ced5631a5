import { type OpeningHours, readOpeningHours, readSchedule, type Schedule, type ZoneOffsets } from '@placard/contract'
import { isNeverOn } from '@placard/playback'
import { AppError } from '../../platform/errors.ts'

const DAY_MS = 24 * 60 * 60_000
/** [SD3] A screen that is offline for so long still follows its clock. */
const OFFSETS_AHEAD_MS = 3 * 366 * DAY_MS
/** Far enough back for the last change of whatever is on each week. */
const OFFSETS_BACK_MS = 40 * DAY_MS

/** Null where it cannot be read, put there by hand or by a newer version: always on, as it is on the screens. */
export const readStoredSchedule = (stored: string | null): Schedule | null => readStored(stored, readSchedule)

/** The same of opening hours: always open. */
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

/** One without parts is stored like none. Opening hours are stored alike. */
export function storedScheduleOf(schedule: Schedule | OpeningHours | null | undefined): string | null {
  return schedule && Object.keys(schedule).length > 0 ? JSON.stringify(schedule) : null
}

/**
 * The clock of a time zone, for three years ahead. A zone that this Node does not know counts as UTC: a display keeps playing.
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

/** Worked out once a day. Node knows some 600 names. */
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

/** Counts what the schedules of a list take, as they are stored. */
export function scheduleBytesOf(things: readonly { schedule?: Schedule | null | undefined }[]): number {
  return things.reduce((sum, { schedule }) => sum + (storedScheduleOf(schedule)?.length ?? 0), 0)
}

/** @throws AppError schedule-never-on for one that has no moment at which it is on */
export function requireEverOn(schedule: Schedule | null | undefined, offsets: ZoneOffsets): void {
  if (schedule && isNeverOn(schedule, offsets)) throw new AppError('schedule-never-on', { field: 'schedule' })
}
