import type { Schedule, ZoneOffsets } from '@placard/contract'
import { DAY_MS, firstInstantOf, lastInstantOf, localTimeOf, MINUTE_MS } from './zone.ts'

/**
 * A stretch of time with one answer: milliseconds since 1970. Its `since` is the first moment of it, `until` the first one
 * after it; -Infinity and Infinity where it has no such end.
 */
export type Stretch = { isOn: boolean; since: number; until: number }

/** Days before and after the moment that are looked at first. */
const FIRST_REACH_DAYS = 2
/** By so much further each time: 2, 8, 32, 128. */
const FURTHER = 4
/** On for so many days before or after the moment: no week has a hole, whatever a change of the clock covered up. */
const WHOLE_WEEKS_DAYS = 30
/** Off for so long is off for ever. The longest one that has an end is 100 weeks: MAX_EXCEPTIONS_PER_SCHEDULE, each on the only day. */
const MAX_REACH_DAYS = 750
/** From the beginning of the day on which a window begins to its end. */
const LONGEST_WINDOW_DAYS = 3

/** A schedule with its words read once. Local times as in `zone.ts`, times of day in milliseconds. */
type Rule = {
  /** Instants. */
  from: number
  until: number
  /** Bit 0 is Monday. */
  days: number
  hours: { from: number; until: number }[]
  /** Days since 1970. */
  not: Set<number>
  /** On every day, all day long: nothing but `from` and `until` narrows it. */
  isDaily: boolean
}

const ALL_DAYS = 0b111_1111
const FROM_EVER: Stretch = { isOn: true, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

/** Answers for one schedule whenever it is asked; the words are read once. */
export type ScheduleReader = (now: number) => Stretch

/** @param offsets of the display's clock */
export function readerOf(schedule: Schedule | undefined, offsets: ZoneOffsets): ScheduleReader {
  const rule = schedule && ruleOf(schedule, offsets)
  if (!rule) return () => FROM_EVER
  let stretch: Stretch | undefined
  return (now) => {
    if (!stretch || now < stretch.since || now >= stretch.until) stretch = stretchAt(rule, offsets, now)
    return stretch
  }
}

/**
 * Says whether a schedule is on at an instant, since when, and until when. Off: `until` is the next moment at which it is on;
 * Infinity: never again.
 *
 * @param now milliseconds since 1970
 */
export function scheduleStateAt(schedule: Schedule | undefined, offsets: ZoneOffsets, now: number): Stretch {
  return readerOf(schedule, offsets)(now)
}

/** True: there is no moment at which it is on. */
export function isNeverOn(schedule: Schedule, offsets: ZoneOffsets): boolean {
  const { from } = ruleOf(schedule, offsets)
  // Whatever has no beginning was on once.
  if (from === Number.NEGATIVE_INFINITY) return false
  const { isOn, until } = scheduleStateAt(schedule, offsets, from)
  return !isOn && until === Number.POSITIVE_INFINITY
}

function ruleOf(schedule: Schedule, offsets: ZoneOffsets): Rule {
  const { from, until, days, hours, not } = schedule
  const mask = days === undefined ? ALL_DAYS : days.reduce((bits, day) => bits | (1 << (day - 1)), 0)
  return {
    from: from === undefined ? Number.NEGATIVE_INFINITY : firstInstantOf(offsets, localOf(from)),
    until: until === undefined ? Number.POSITIVE_INFINITY : endOf(offsets, localOf(until)),
    days: mask,
    hours: (hours ?? []).map((time) => ({ from: timeOf(time.from), until: timeOf(time.until) })),
    not: new Set((not ?? []).map((date) => Math.floor(localOf(date) / DAY_MS))),
    isDaily: mask === ALL_DAYS && hours === undefined && (not === undefined || not.length === 0),
  }
}

function stretchAt(rule: Rule, offsets: ZoneOffsets, now: number): Stretch {
  const { from, until } = rule
  if (from >= until) return { isOn: false, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  // Outside of its dates the pattern is looked at from their edge.
  const pattern = patternAt(rule, offsets, Math.min(Math.max(now, from), until - 1))
  const since = pattern.since <= from ? from : pattern.since
  const end = Math.min(pattern.until, until)
  if (now < from)
    return { isOn: false, since: Number.NEGATIVE_INFINITY, until: pattern.isOn ? from : nextWithin(end, until) }
  if (now >= until) {
    const last = pattern.isOn ? until : pattern.since
    return { isOn: false, since: last <= from ? Number.NEGATIVE_INFINITY : last, until: Number.POSITIVE_INFINITY }
  }
  if (pattern.isOn) return { isOn: true, since, until: end }
  return { isOn: false, since: pattern.since <= from ? Number.NEGATIVE_INFINITY : since, until: nextWithin(end, until) }
}

const nextWithin = (next: number, until: number) => (next >= until ? Number.POSITIVE_INFINITY : next)

/** The stretch of the days and times of day alone. */
function patternAt(rule: Rule, offsets: ZoneOffsets, now: number): Stretch {
  if (rule.isDaily) return FROM_EVER
  const day = dayOf(offsets, now)
  // Most are told by the days around; a wider look is for those that are on for weeks, or not on for weeks.
  for (let reach = FIRST_REACH_DAYS; ; reach *= FURTHER) {
    const { isOn, since, until } = stretchAmong(windowsOf(rule, offsets, day - reach, day + reach), now)
    // A window of the day before those ends on the first of them; one of the day after them begins after the last.
    const sinceIsSure = since >= startOf(offsets, day - reach + 1)
    const untilIsSure = until < startOf(offsets, day + reach + 1)
    if ((sinceIsSure && untilIsSure) || reach >= MAX_REACH_DAYS || (isOn && reach >= WHOLE_WEEKS_DAYS)) {
      return {
        isOn,
        since: sinceIsSure ? since : isOn ? lastHoleBefore(rule, offsets, day) : Number.NEGATIVE_INFINITY,
        until: untilIsSure ? until : isOn ? firstHoleAfter(rule, offsets, day) : Number.POSITIVE_INFINITY,
      }
    }
  }
}

/** The end of a stretch that no week ends: the first of its exceptions that leaves a hole. */
function firstHoleAfter(rule: Rule, offsets: ZoneOffsets, day: number): number {
  for (const date of exceptionsOf(rule).filter((one) => one > day)) {
    const { isOn, since, until } = stretchAround(rule, offsets, date, startOf(offsets, date))
    if (!isOn) return since
    if (until < startOf(offsets, date + LONGEST_WINDOW_DAYS)) return until
  }
  return Number.POSITIVE_INFINITY
}

/** The beginning of a stretch that no week begins: the end of the last hole of its exceptions. */
function lastHoleBefore(rule: Rule, offsets: ZoneOffsets, day: number): number {
  for (const date of exceptionsOf(rule).reverse()) {
    if (date >= day) continue
    const { since } = stretchAround(rule, offsets, date, startOf(offsets, date + LONGEST_WINDOW_DAYS))
    if (since >= startOf(offsets, date)) return since
  }
  return Number.NEGATIVE_INFINITY
}

const exceptionsOf = ({ not }: Rule) => Array.from(not).sort((one, other) => one - other)

/** Of the windows of the days around an exception. */
function stretchAround(rule: Rule, offsets: ZoneOffsets, date: number, at: number): Stretch {
  return stretchAmong(windowsOf(rule, offsets, date - LONGEST_WINDOW_DAYS - 1, date + 2 * LONGEST_WINDOW_DAYS), at)
}

type Window = { begin: number; end: number }

/** @param windows in the order of their beginnings */
function stretchAmong(windows: Window[], now: number): Stretch {
  let since = Number.NEGATIVE_INFINITY
  let current: Window | undefined
  for (const window of windows) {
    if (current && window.begin <= current.end) {
      current.end = Math.max(current.end, window.end)
      continue
    }
    if (current && current.end > now) break
    if (current) since = current.end
    current = { ...window }
  }
  if (!current) return { isOn: false, since, until: Number.POSITIVE_INFINITY }
  if (current.end <= now) return { isOn: false, since: current.end, until: Number.POSITIVE_INFINITY }
  if (current.begin <= now) return { isOn: true, since: current.begin, until: current.end }
  return { isOn: false, since, until: current.begin }
}

/** The windows that begin on some days, in order. One that lies wholly in an hour which the clock skips is none. */
function windowsOf(rule: Rule, offsets: ZoneOffsets, firstDay: number, lastDay: number): Window[] {
  const windows: Window[] = []
  for (let day = firstDay; day <= lastDay; day += 1) {
    if ((rule.days & (1 << weekdayOf(day))) === 0 || rule.not.has(day)) continue
    const midnight = day * DAY_MS
    if (rule.hours.length === 0) {
      windows.push({ begin: firstInstantOf(offsets, midnight), end: firstInstantOf(offsets, midnight + DAY_MS) })
    }
    for (const { from, until } of rule.hours) {
      const begin = firstInstantOf(offsets, midnight + from)
      const end = endOf(offsets, midnight + until + (until <= from ? DAY_MS : 0))
      if (begin < end) windows.push({ begin, end })
    }
  }
  return rule.hours.length > 1 ? windows.sort((one, other) => one.begin - other.begin) : windows
}

/** [SD2] Where an hour comes twice the end takes the second one, but a day ends with the first instant of the next. */
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

/** The reader of schedules has made sure that they are digits. */
const twoDigits = (words: string, at: number) => (words.charCodeAt(at) - ZERO) * 10 + words.charCodeAt(at + 1) - ZERO
const ZERO = 48
