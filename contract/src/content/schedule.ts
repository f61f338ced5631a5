import {
  inOrder,
  isLocalDate,
  isLocalDateTime,
  LOCAL_DATE,
  LOCAL_TIME,
  MAX_EXCEPTIONS_PER_SCHEDULE,
  MAX_HOURS_PER_SCHEDULE,
  withoutZeros,
} from '../platform/local-time.ts'
import { z } from '../platform/zod.ts'

const NO_SUCH_TIME = 'schedule-no-such-time'
const LOCAL_DATE_TIME = new RegExp(`${LOCAL_DATE.source.slice(0, -1)}T${LOCAL_TIME.source.slice(1)}`)
// `abort` stops at a format error, so that one wrong value gives one error. The formats are part of the API document.
const AT_ONCE = { error: NO_SUCH_TIME, abort: true }
const LocalTime = z.string(NO_SUCH_TIME).regex(LOCAL_TIME, NO_SUCH_TIME).overwrite(withoutZeros)
const LocalDate = z.string(NO_SUCH_TIME).regex(LOCAL_DATE, AT_ONCE).refine(isLocalDate, NO_SUCH_TIME)
const LocalDateTime = z
  .string(NO_SUCH_TIME)
  .regex(LOCAL_DATE_TIME, AT_ONCE)
  .refine(isLocalDateTime, NO_SUCH_TIME)
  .overwrite(withoutZeros)
const Weekday = z.int(NO_SUCH_TIME).min(1, NO_SUCH_TIME).max(7, NO_SUCH_TIME)

/** From a time of day until just before another. If the end is not later than the start, it is on the next day. */
const Hours = z.strictObject({ from: LocalTime, until: LocalTime })

const parts = {
  /** The first instant at which it is on: `2026-12-24T08:00`, with seconds if needed. */
  from: LocalDateTime.optional(),
  /** The first instant at which it is off again. "Until Friday" is the start of Saturday. */
  until: LocalDateTime.optional(),
  /** ISO 8601: Monday is 1, Sunday 7. */
  days: z.array(Weekday).min(1, 'schedule-without-days').overwrite(inOrder).optional(),
  /** A window that ends on the next day belongs to the day on which it begins. */
  hours: z.array(Hours).min(1, 'schedule-without-hours').max(MAX_HOURS_PER_SCHEDULE, 'schedule-too-long').optional(),
  /** Dates on which no window begins: "not on 24 December". */
  not: z.array(LocalDate).max(MAX_EXCEPTIONS_PER_SCHEDULE, 'schedule-too-long').overwrite(inOrder).optional(),
  /** While it is on, only other entries with `alone` are shown: for an open day, or an exam week. */
  alone: z.literal(true).optional(),
}

/**
 * When an item or a line is on, by the clock at the display (SD1). Each part restricts it further; without parts it is always
 * on. All windows are half open: `until` is the first instant at which it is off again.
 */
export const Schedule = z
  .strictObject(parts)
  .refine(({ from, until }) => from === undefined || until === undefined || from < until, {
    error: 'schedule-ends-first',
    path: ['until'],
  })
export type Schedule = z.infer<typeof Schedule>

/**
 * When the screens of a display are expected to be on (SH2), by the clock at the display: a schedule of days, times and
 * exceptions. It has no start or end date: a display that is no longer needed is removed, or shows nothing.
 */
export const OpeningHours = z
  .strictObject({ days: parts.days, hours: parts.hours, not: parts.not })
  .refine((hours) => Object.values(hours).some((part) => part !== undefined), 'schedule-without-hours')
export type OpeningHours = z.infer<typeof OpeningHours>
