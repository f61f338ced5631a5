import {
  inOrder,
  isLocalDate,
  isLocalDateTime,
  isLocalTime,
  MAX_EXCEPTIONS_PER_SCHEDULE,
  MAX_HOURS_PER_SCHEDULE,
  withoutZeros,
} from '../platform/local-time.ts'
import type { ZoneOffsets } from '../platform/zone-offsets.ts'
import { type ManifestCondition, readCondition } from './read-condition.ts'
import type { OpeningHours, Schedule } from './schedule.ts'

// Without Zod, because the player reads schedules and UTC offsets too.

/** ISO 8601: Monday is 1, Sunday 7. */
function isWeekday(value: unknown): value is number {
  return typeof value === 'number' && Math.floor(value) === value && value >= 1 && value <= 7
}

/**
 * Reads the schedule of an entry in a manifest. Unreadable parts count as absent, so that a screen never goes dark because of
 * an unknown value.
 *
 * @returns undefined: always on
 */
export function readSchedule(value: unknown): Schedule | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { from, until, days, hours, not, alone } = value as Record<string, unknown>
  const schedule: Schedule = {}
  if (isLocalDateTime(from)) schedule.from = withoutZeros(from)
  if (isLocalDateTime(until)) schedule.until = withoutZeros(until)
  const weekdays = keep(days, isWeekday)
  if (weekdays) schedule.days = inOrder(weekdays)
  const times = keep(hours, isHours)
  if (times)
    schedule.hours = times
      .slice(0, MAX_HOURS_PER_SCHEDULE)
      .map((time) => ({ from: withoutZeros(time.from), until: withoutZeros(time.until) }))
  const dates = keep(not, isLocalDate)
  if (dates) schedule.not = inOrder(dates).slice(0, MAX_EXCEPTIONS_PER_SCHEDULE)
  if (alone === true) schedule.alone = true
  return Object.keys(schedule).length === 0 ? undefined : schedule
}

/** Reads the opening hours of a manifest. @returns undefined if there are none: always open */
export function readOpeningHours(value: unknown): OpeningHours | undefined {
  const { days, hours, not } = readSchedule(value) ?? {}
  const read: OpeningHours = { ...(days && { days }), ...(hours && { hours }), ...(not && { not }) }
  return Object.keys(read).length === 0 ? undefined : read
}

function isHours(value: unknown): value is { from: string; until: string } {
  if (typeof value !== 'object' || value === null) return false
  const { from, until } = value as Record<string, unknown>
  return isLocalTime(from) && isLocalTime(until)
}

/** The valid entries. undefined if the value is not a list, or has no valid entry. */
function keep<T>(values: unknown, isOne: (value: unknown) => value is T): T[] | undefined {
  if (!Array.isArray(values)) return undefined
  const kept = values.filter(isOne)
  return kept.length === 0 ? undefined : kept
}

/** The schedule of an inclusion, and the answer to its condition. */
type Inclusion = Schedule & { condition?: ManifestCondition | undefined }

/** @returns undefined if it is not a list. An unreadable schedule in it is always on. */
export function readInclusions(value: unknown): Inclusion[] | undefined {
  return Array.isArray(value) ? value.map(readInclusion) : undefined
}

const readInclusion = (value: unknown): Inclusion => ({
  ...readSchedule(value),
  condition: readCondition(Object(value).condition),
})

/** @returns undefined if it is invalid */
export function readZoneOffsets(value: unknown): ZoneOffsets | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isOffset)) return undefined
  return value.map(([at, minutes]) => [at, minutes])
}

function isOffset(value: unknown): value is [number, number] {
  if (!Array.isArray(value) || value.length !== 2) return false
  return Number.isSafeInteger(value[0]) && Number.isSafeInteger(value[1]) && Math.abs(value[1]) <= 1_440
}
