import type { Schedule, ZoneOffsets } from '@placard/contract'
import { metWindowsOf, type When } from './when.ts'
import { common, inOrder, joined, type Window } from './windows.ts'
import { DAY_MS, firstInstantOf, lastInstantOf, localTimeOf, MINUTE_MS, offsetsNear, UTC } from './zone.ts'

/**
 * A stretch of time in which a schedule is either on or off: milliseconds since 1970. `since` is its first instant, `until` the
 * first one after it; -Infinity and Infinity if it has no such end.
 */
export type Stretch = { isOn: boolean; since: number; until: number }

/** The number of days before and after the instant that are searched first. */
const FIRST_REACH_DAYS = 2
/** The factor by which the search range grows: 2, 8, 32, 128. */
const FURTHER = 4
/**
 * If a schedule is on for this many days before or after the instant, no week has a gap, not even one hidden by a clock change.
 */
const WHOLE_WEEKS_DAYS = 30
/**
 * If every week has a moment at which a schedule would be on, then being off for this long means off for ever. The longest
 * finite gap is 100 weeks: MAX_EXCEPTIONS_PER_SCHEDULE, each on the only day of its week. With several schedules, each may
 * exclude 100 more weeks.
 */
const MAX_REACH_DAYS = 750
/** The maximum number of days from the start of the day on which a window begins to its end. */
const LONGEST_WINDOW_DAYS = 3

/** The days and times of day of a schedule, parsed. Local times as in `zone.ts`, in milliseconds. */
type Pattern = {
  /** Bit 0 is Monday. */
  days: number
  hours: { from: number; until: number }[]
  /** Days since 1970. */
  not: Set<number>
}

/** Several schedules that must all be on, combined. */
type Rule = {
  /** The time between `from` and `until` of all of them in which all conditions are met: in order, with a gap after each. */
  spans: Window[]
  /** The patterns of the schedules that restrict more than that. Empty: every day, all day long. */
  patterns: Pattern[]
}

const ALL_DAYS = 0b111_1111
const FROM_EVER: Stretch = { isOn: true, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

/** Returns the stretch at an instant for fixed schedules, which are parsed only once. */
export type ScheduleReader = (now: number) => Stretch

/**
 * @param schedules that must all be on, with the answers to their conditions: an entry's own and that of its inclusion; undefined:
 * always on
 * @param offsets of the display's clock
 */
export function readerOf(schedules: readonly (When | undefined)[], offsets: ZoneOffsets): ScheduleReader {
  const given = schedules.filter((schedule) => schedule !== undefined)
  if (given.length === 0) return () => FROM_EVER
  const rule = ruleOf(given, offsets)
  let stretch: Stretch | undefined
  return (now) => {
    if (!stretch || now < stretch.since || now >= stretch.until) stretch = stretchAt(rule, offsets, now)
    return stretch
  }
}

/**
 * Tells whether a schedule is on at an instant, since when, and until when. When off, `until` is the next instant at which it
 * is on; Infinity: never again.
 *
 * @param now milliseconds since 1970
 */
export function scheduleStateAt(schedule: When | undefined, offsets: ZoneOffsets, now: number): Stretch {
  return jointStateAt([schedule], offsets, now)
}

/**
 * The same for several schedules that must all be on: an entry's own and that of its inclusion. Off from -Infinity to Infinity:
 * they are never on at the same time.
 */
export function jointStateAt(schedules: readonly (When | undefined)[], offsets: ZoneOffsets, now: number): Stretch {
  return readerOf(schedules, offsets)(now)
}

/**
 * The windows in which all schedules are on, in order and with a gap after each. They are limited to a span of time.
 *
 * @param span instants; not years, because each of its days is checked
 */
export function windowsWithin(schedules: readonly (When | undefined)[], offsets: ZoneOffsets, span: Window): Window[] {
  const { spans, patterns } = ruleOf(
    schedules.filter((schedule) => schedule !== undefined),
    offsets,
  )
  const between = common(spans, [span])
  if (between.length === 0 || patterns.length === 0) return between
  const [first, last] = [dayOf(offsets, span.begin) - LONGEST_WINDOW_DAYS, dayOf(offsets, span.end) + 1]
  return common(windowsOf(patterns, offsets, first, last), between)
}

/** True: there is no moment at which it is on. */
export function isNeverOn(schedule: Schedule, offsets: ZoneOffsets): boolean {
  const [span] = ruleOf([schedule], offsets).spans
  if (!span) return true
  // Without a beginning, it has been on at some time.
  if (span.begin === Number.NEGATIVE_INFINITY) return false
  const { isOn, until } = scheduleStateAt(schedule, offsets, span.begin)
  return !isOn && until === Number.POSITIVE_INFINITY
}

function ruleOf(schedules: readonly When[], offsets: ZoneOffsets): Rule {
  const rule: Rule = { spans: [{ begin: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }], patterns: [] }
  for (const schedule of schedules) {
    const { from, until, condition } = schedule
    const begin = from === undefined ? Number.NEGATIVE_INFINITY : firstInstantOf(offsets, localOf(from))
    const end = until === undefined ? Number.POSITIVE_INFINITY : endOf(offsets, localOf(until))
    rule.spans = common(rule.spans, [{ begin, end }])
    if (condition) rule.spans = common(rule.spans, metWindowsOf(condition))
    const pattern = patternOf(schedule)
    if (pattern) rule.patterns.push(pattern)
  }
  return rule
}

/** @returns undefined: every day, all day long */
function patternOf({ days, hours = [], not = [] }: Schedule): Pattern | undefined {
  const mask = days === undefined ? ALL_DAYS : days.reduce((bits, day) => bits | (1 << (day - 1)), 0)
  if (mask === ALL_DAYS && hours.length === 0 && not.length === 0) return undefined
  return {
    days: mask,
    hours: hours.map((time) => ({ from: timeOf(time.from), until: timeOf(time.until) })),
    not: new Set(not.map((date) => Math.floor(localOf(date) / DAY_MS))),
  }
}

function stretchAt({ spans, patterns }: Rule, offsets: ZoneOffsets, now: number): Stretch {
  /** The end of the last time before `now` at which it was on. */
  let last = Number.NEGATIVE_INFINITY
  for (const { begin, end } of spans) {
    // Outside of a span, the pattern is evaluated at its nearest instant.
    const { isOn, since, until } = patternAt(patterns, offsets, Math.min(Math.max(now, begin), end - 1))
    if (now < end) {
      const next = isOn && now < begin ? begin : until
      if (isOn && now >= begin) return { isOn, since: Math.max(since, begin), until: Math.min(until, end) }
      if (now >= begin && since > begin) last = since
      if (next < end) return { isOn: false, since: last, until: next }
    } else if (isOn) last = end
    else if (since > begin) last = since
  }
  return { isOn: false, since: last, until: Number.POSITIVE_INFINITY }
}

/** The stretch according to the days and times of day only. */
function patternAt(patterns: Pattern[], offsets: ZoneOffsets, now: number): Stretch {
  if (patterns.length === 0) return FROM_EVER
  const day = dayOf(offsets, now)
  // The days around the instant are usually enough. A wider range is needed if it is on, or off, for weeks.
  for (let reach = FIRST_REACH_DAYS; ; reach *= FURTHER) {
    const { isOn, since, until } = stretchAmong(windowsOf(patterns, offsets, day - reach, day + reach), now)
    // A window of the day before the range may end on its first day. A later window begins after its last day.
    const sinceIsSure = since >= startOf(offsets, day - reach + 1)
    const untilIsSure = until < startOf(offsets, day + reach + 1)
    const isWhole = reach >= MAX_REACH_DAYS * patterns.length || (isOn && reach >= WHOLE_WEEKS_DAYS)
    if ((sinceIsSure && untilIsSure) || isWhole) {
      return {
        isOn,
        since: sinceIsSure ? since : isOn ? lastHoleBefore(patterns, offsets, day) : Number.NEGATIVE_INFINITY,
        until: untilIsSure ? until : isOn ? firstHoleAfter(patterns, offsets, day) : Number.POSITIVE_INFINITY,
      }
    }
    // Patterns that have no common moment in a normal week can only meet at clock changes. This avoids searching years of days.
    if (!isOn && reach > FIRST_REACH_DAYS && !meetEachWeek(patterns)) {
      return stretchAmong(windowsAtChanges(patterns, offsets), now)
    }
  }
}

/** False: in a week without exceptions and clock changes, there is no moment at which all of them are on. */
function meetEachWeek(patterns: Pattern[]): boolean {
  if (patterns.length === 1) return true
  const plain = patterns.map((pattern) => ({ ...pattern, not: new Set<number>() }))
  return windowsOf(plain, UTC, 0, 7 + LONGEST_WINDOW_DAYS).length > 0
}

/**
 * The windows around clock changes. When an hour occurs twice or is skipped, times of day can meet that do not on any other
 * day.
 */
function windowsAtChanges(patterns: Pattern[], offsets: ZoneOffsets): Window[] {
  const windows: Window[] = []
  for (const [at] of offsets.slice(1)) {
    const day = dayOf(offsets, at)
    windows.push(...windowsOf(patterns, offsets, day - LONGEST_WINDOW_DAYS, day + LONGEST_WINDOW_DAYS))
  }
  return joined(windows.sort(inOrder))
}

/** The end of a stretch that the weekly pattern does not end: the first exception that leaves a gap. */
function firstHoleAfter(patterns: Pattern[], offsets: ZoneOffsets, day: number): number {
  for (const date of exceptionsOf(patterns).filter((one) => one > day)) {
    const { isOn, since, until } = stretchAround(patterns, offsets, date, startOf(offsets, date))
    if (!isOn) return since
    if (until < startOf(offsets, date + LONGEST_WINDOW_DAYS)) return until
  }
  return Number.POSITIVE_INFINITY
}

/** The start of a stretch that the weekly pattern does not start: the end of the last gap left by an exception. */
function lastHoleBefore(patterns: Pattern[], offsets: ZoneOffsets, day: number): number {
  for (const date of exceptionsOf(patterns).reverse()) {
    if (date >= day) continue
    const { since } = stretchAround(patterns, offsets, date, startOf(offsets, date + LONGEST_WINDOW_DAYS))
    if (since >= startOf(offsets, date)) return since
  }
  return Number.NEGATIVE_INFINITY
}

function exceptionsOf(patterns: Pattern[]): number[] {
  const dates: number[] = []
  for (const { not } of patterns) dates.push(...Array.from(not))
  return dates.sort((one, other) => one - other)
}

/** The stretch at an instant, among the windows of the days around an exception. */
function stretchAround(patterns: Pattern[], offsets: ZoneOffsets, date: number, at: number): Stretch {
  return stretchAmong(windowsOf(patterns, offsets, date - LONGEST_WINDOW_DAYS - 1, date + 2 * LONGEST_WINDOW_DAYS), at)
}

/** @param windows `joined` */
function stretchAmong(windows: Window[], now: number): Stretch {
  let since = Number.NEGATIVE_INFINITY
  for (const { begin, end } of windows) {
    if (begin > now) return { isOn: false, since, until: begin }
    if (end > now) return { isOn: true, since: begin, until: end }
    since = end
  }
  return { isOn: false, since, until: Number.POSITIVE_INFINITY }
}

/** The windows that begin on the given days, `joined`. For several patterns, their intersection. */
function windowsOf(patterns: Pattern[], offsets: ZoneOffsets, firstDay: number, lastDay: number): Window[] {
  const near = offsetsNear(offsets, firstDay * DAY_MS, (lastDay + LONGEST_WINDOW_DAYS) * DAY_MS)
  return patterns.map((pattern) => joined(windowsOfOne(pattern, near, firstDay, lastDay))).reduce(common)
}

/** A window that lies entirely in an hour that the clock skips is left out. */
function windowsOfOne(pattern: Pattern, offsets: ZoneOffsets, firstDay: number, lastDay: number): Window[] {
  const { days, hours, not } = pattern
  const windows: Window[] = []
  for (let day = firstDay; day <= lastDay; day += 1) {
    if ((days & (1 << weekdayOf(day))) === 0 || not.has(day)) continue
    const midnight = day * DAY_MS
    if (hours.length === 0) {
      windows.push({ begin: firstInstantOf(offsets, midnight), end: firstInstantOf(offsets, midnight + DAY_MS) })
    }
    for (const { from, until } of hours) {
      const begin = firstInstantOf(offsets, midnight + from)
      const end = endOf(offsets, midnight + until + (until <= from ? DAY_MS : 0))
      if (begin < end) windows.push({ begin, end })
    }
  }
  return hours.length > 1 ? windows.sort(inOrder) : windows
}

/** [SD2] If an hour occurs twice, a window ends at the second one. A day, however, ends with the first instant of the next. */
function endOf(offsets: ZoneOffsets, local: number): number {
  return local % DAY_MS === 0 ? firstInstantOf(offsets, local) : lastInstantOf(offsets, local)
}

/** The first instant of a day. */
const startOf = (offsets: ZoneOffsets, day: number) => firstInstantOf(offsets, day * DAY_MS)

const dayOf = (offsets: ZoneOffsets, at: number) => Math.floor(localTimeOf(offsets, at) / DAY_MS)

/** 0 is Monday. The first of January 1970 was a Thursday. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7

/** `2026-12-24`, `2026-12-24T08:00` or `2026-12-24T08:00:30`. */
function localOf(words: string): number {
  const midnight = Date.UTC(
    100 * twoDigits(words, 0) + twoDigits(words, 2),
    twoDigits(words, 5) - 1,
    twoDigits(words, 8),
  )
  return midnight + (words.length > 10 ? timeOf(words.slice(11)) : 0)
}

/** `08:00` or `08:00:30`. */
function timeOf(words: string): number {
  const minutes = twoDigits(words, 0) * 60 + twoDigits(words, 3)
  return minutes * MINUTE_MS + (words.length > 5 ? twoDigits(words, 6) * 1_000 : 0)
}

/** `readSchedule` has made sure that they are digits. */
const twoDigits = (words: string, at: number) => (words.charCodeAt(at) - ZERO) * 10 + words.charCodeAt(at + 1) - ZERO
const ZERO = 48
