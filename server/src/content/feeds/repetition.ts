import { DAY_MS, localOf, readTime, type WrittenTime } from './calendar-time.ts'

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const
type Frequency = (typeof FREQUENCIES)[number]
/** Weekdays are numbered from Monday. */
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** The range of each list of numbers, and if it may count from the end. */
const LISTS = {
  BYMONTH: { least: 1, most: 12, fromEnd: false },
  BYWEEKNO: { least: 1, most: 53, fromEnd: true },
  BYYEARDAY: { least: 1, most: 366, fromEnd: true },
  BYMONTHDAY: { least: 1, most: 31, fromEnd: true },
  BYHOUR: { least: 0, most: 23, fromEnd: false },
  BYMINUTE: { least: 0, most: 59, fromEnd: false },
  BYSECOND: { least: 0, most: 60, fromEnd: false },
  BYSETPOS: { least: 1, most: 366, fromEnd: true },
} as const
type List = keyof typeof LISTS

/** A recurrence rule (RFC 5545, 3.3.10). */
export type Rule = {
  frequency: Frequency
  interval: number
  count: number | undefined
  until: WrittenTime | undefined
  lists: Partial<Record<List, readonly number[]>>
  /** `nth`: position in the month or year, such as 3 for the third; 0: every one. */
  days: readonly { day: number; nth: number }[] | undefined
  weekBegins: number
}

/** @param written the value of RRULE; empty parts are ignored @returns undefined if the rule is not understood */
export function readRule(written: string): Rule | undefined {
  const parts = new Map<string, string>()
  for (const part of written
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .replace(/\s/g, '')
    .split(';')) {
    const [name = '', value = '', ...more] = part.split('=')
    if (part === '' || (value === '' && more.length === 0 && part.endsWith('='))) continue
    if (value === '' || more.length > 0) return undefined
    parts.set(name, value)
  }
  const take = (name: string) => {
    const value = parts.get(name)
    parts.delete(name)
    return value
  }
  try {
    const rule: Rule = {
      frequency: oneOf(FREQUENCIES, take('FREQ')),
      interval: whole(take('INTERVAL') ?? '1'),
      count: optional(take('COUNT'), whole),
      until: optional(take('UNTIL'), timeOf),
      lists: {},
      days: optional(take('BYDAY'), (value) => value.split(',').filter(isSaid).map(weekdayOf)),
      weekBegins: optional(take('WKST'), (value) => weekdayOf(value).day) ?? 0,
    }
    for (const name of Object.keys(LISTS) as List[]) {
      const list = optional(take(name), (value) => value.split(',').filter(isSaid).map(numberFor(name)))
      if (list) rule.lists[name] = list
    }
    // Values other than these defaults are not supported (RFC 7529).
    if ((take('RSCALE') ?? 'GREGORIAN') !== 'GREGORIAN' || (take('SKIP') ?? 'OMIT') !== 'OMIT') return undefined
    const isKnown = [...parts.keys()].every((name) => name.startsWith('X-'))
    return isKnown ? rule : undefined
  } catch (error) {
    if (error instanceof NotAValue) return undefined
    throw error
  }
}

class NotAValue extends Error {}

const isSaid = (value: string) => value !== ''
const optional = <T>(value: string | undefined, read: (value: string) => T): T | undefined =>
  value === undefined ? undefined : read(value)

function oneOf<T extends string>(values: readonly T[], value: string | undefined): T {
  const known = values.find((one) => one === value)
  if (known === undefined) throw new NotAValue()
  return known
}

function whole(value: string): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) === 0) throw new NotAValue()
  return Number(value)
}

function timeOf(value: string): WrittenTime {
  const time = readTime(value)
  if (time === undefined) throw new NotAValue()
  return time
}

function weekdayOf(value: string): { day: number; nth: number } {
  const [, nth = '0', name] = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(value) ?? []
  if (name === undefined || Math.abs(Number(nth)) > 53) throw new NotAValue()
  return { day: WEEKDAYS.indexOf(name), nth: Number(nth) }
}

const numberFor = (name: List) => (value: string) => {
  const { least, most, fromEnd } = LISTS[name]
  const number = /^[+-]?\d{1,3}$/.test(value) ? Number(value) : Number.NaN
  const size = fromEnd ? Math.abs(number) : number
  if (!(size >= least && size <= most)) throw new NotAValue()
  return number
}

/** Occurrences on each day that the rule matches. */
export function timesADay({ frequency, lists, interval }: Rule): number {
  if (frequency === 'SECONDLY' || frequency === 'MINUTELY') return Number.POSITIVE_INFINITY
  const countOf = (name: List) => lists[name]?.length ?? 1
  const hours = frequency === 'HOURLY' && !lists.BYHOUR ? Math.ceil(24 / interval) : countOf('BYHOUR')
  return hours * countOf('BYMINUTE') * countOf('BYSECOND')
}

/** Days that may still be examined. Limits the cost of rules from strangers. */
export type Budget = { days: number }

/** The budget is used up. */
export class TooCostly extends Error {}

/**
 * The times of a rule in order, by the clock of its event, from `begin` up to `until`. Ignores COUNT and UNTIL.
 *
 * @param from earlier times are not needed, although the first ones returned may be earlier
 * @throws TooCostly
 */
export function* timesOf(given: Rule, begin: number, from: number, until: number, budget: Budget): Generator<number> {
  const rule = withDaysOf(given, begin)
  const { frequency, interval, lists } = rule
  const ofDay = timesOfDay(rule, begin)
  const isWanted = dayFilter(rule)
  const first = periodOf(rule, begin)
  const skipped = Math.floor((periodOf(rule, Math.max(begin, from)) - first) / interval) - 1
  for (let period = first + Math.max(skipped, 0) * interval; ; period += interval) {
    const [firstDay, days] = daysOf(rule, period)
    if (firstDay * DAY_MS > until || !Number.isFinite(firstDay)) return
    budget.days -= days.length || 1
    if (budget.days < 0) throw new TooCostly()
    let times: number[] = []
    for (const day of days) {
      if (!isWanted(day)) continue
      if (frequency !== 'HOURLY') for (const time of ofDay) times.push(day * DAY_MS + time)
      else if (lists.BYHOUR === undefined || lists.BYHOUR.includes(period - day * 24)) {
        for (const time of ofDay) times.push(period * HOUR_MS + time)
      }
    }
    if (lists.BYSETPOS) times = atPositions(times, lists.BYSETPOS)
    for (const time of times) {
      if (time > until) return
      if (time >= begin) yield time
    }
  }
}

/** A rule without days uses the day of its event. */
function withDaysOf(rule: Rule, begin: number): Rule {
  const { frequency, lists } = rule
  if (rule.days ?? lists.BYMONTHDAY ?? lists.BYYEARDAY) return rule
  if (frequency === 'WEEKLY' || (frequency === 'YEARLY' && lists.BYWEEKNO)) {
    return { ...rule, days: [{ day: weekdayAt(Math.floor(begin / DAY_MS)), nth: 0 }] }
  }
  const date = new Date(begin)
  const ofMonth = { ...lists, BYMONTHDAY: [date.getUTCDate()] }
  if (frequency === 'MONTHLY') return { ...rule, lists: ofMonth }
  if (frequency === 'YEARLY') return { ...rule, lists: { BYMONTH: [date.getUTCMonth() + 1], ...ofMonth } }
  return rule
}

const HOUR_MS = 60 * 60_000

function atPositions(times: readonly number[], positions: readonly number[]): number[] {
  const found = positions.flatMap((position) => times.at(position > 0 ? position - 1 : position) ?? [])
  return [...new Set(found)].sort(byNumber)
}

const byNumber = (one: number, other: number) => one - other

/** The times of a rule within a day, in milliseconds from midnight. For an hourly rule, within the hour. */
function timesOfDay({ lists, frequency }: Rule, begin: number): number[] {
  const time = ((begin % DAY_MS) + DAY_MS) % DAY_MS
  const hours = frequency === 'HOURLY' ? [0] : (lists.BYHOUR ?? [Math.floor(time / HOUR_MS)])
  const minutes = lists.BYMINUTE ?? [Math.floor(time / 60_000) % 60]
  const seconds = lists.BYSECOND ?? [Math.floor(time / 1_000) % 60]
  const all = hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => ((hour * 60 + minute) * 60 + second) * 1_000)),
  )
  return [...new Set(all)].sort(byNumber)
}

/** The number of the year, month, week, day or hour that contains a time. */
function periodOf({ frequency, weekBegins }: Rule, local: number): number {
  const date = new Date(local)
  const day = Math.floor(local / DAY_MS)
  switch (frequency) {
    case 'YEARLY':
      return date.getUTCFullYear()
    case 'MONTHLY':
      return date.getUTCFullYear() * 12 + date.getUTCMonth()
    case 'WEEKLY':
      return Math.floor((day + 3 - weekBegins) / 7)
    case 'DAILY':
      return day
    default:
      return Math.floor(local / HOUR_MS)
  }
}

/** The first day of a period, and the days in it that may match the rule, in order. Days are counted from 1 January 1970. */
function daysOf(rule: Rule, period: number): [first: number, days: readonly number[]] {
  const { frequency, weekBegins, lists } = rule
  switch (frequency) {
    case 'YEARLY': {
      const months = [...new Set(lists.BYMONTH ?? ALL_MONTHS)].sort(byNumber)
      return [dayNumber(period, 1, 1), months.flatMap((month) => daysOfMonth(rule, period, month))]
    }
    case 'MONTHLY':
      return [dayNumber(0, period + 1, 1), daysOfMonth(rule, 0, period + 1)]
    case 'WEEKLY': {
      const first = period * 7 - 3 + weekBegins
      const days = (rule.days ?? ALL_DAYS).map(({ day }) => first + ((day - weekBegins + 7) % 7))
      return [first, [...new Set(days)].sort(byNumber)]
    }
    case 'DAILY':
      return [period, [period]]
    default: {
      const day = Math.floor(period / 24)
      return [day, [day]]
    }
  }
}

const ALL_MONTHS = Array.from({ length: 12 }, (_, month) => month + 1)
const ALL_DAYS = WEEKDAYS.map((_, day) => ({ day }))

function daysOfMonth({ lists }: Rule, year: number, month: number): number[] {
  const [first, next] = [dayNumber(year, month, 1), dayNumber(year, month + 1, 1)]
  const days = lists.BYMONTHDAY?.map((day) => (day > 0 ? first + day - 1 : next + day))
  if (days === undefined) return Array.from({ length: next - first }, (_, day) => first + day)
  return [...new Set(days)].filter((day) => day >= first && day < next).sort(byNumber)
}

const dayNumber = (year: number, month: number, day: number) => localOf(year, month, day) / DAY_MS

/** Returns a function that tells if a day meets all parts of the rule. */
function dayFilter({ frequency, lists, days: weekdays, weekBegins }: Rule): (day: number) => boolean {
  const { BYMONTH: months, BYMONTHDAY: monthDays, BYYEARDAY: yearDays, BYWEEKNO: weeks } = lists
  // The number before a weekday refers to a month or a year, and is ignored for weeks and days.
  const hasNumbers = frequency === 'YEARLY' || frequency === 'MONTHLY'
  const isByMonth = frequency === 'MONTHLY' || months !== undefined
  const isNumbered = hasNumbers && weekdays?.some(({ nth }) => nth !== 0)
  const isByDate = months ?? monthDays ?? yearDays ?? weeks ?? isNumbered
  return (day) => {
    const own = weekdays?.filter((one) => one.day === weekdayAt(day))
    if (own?.length === 0) return false
    if (!isByDate) return true
    const date = new Date(day * DAY_MS)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
    if (months && !months.includes(month)) return false
    const ofMonth = () => [dayNumber(year, month, 1), dayNumber(year, month + 1, 1)] as const
    const ofYear = () => [dayNumber(year, 1, 1), dayNumber(year + 1, 1, 1)] as const
    if (monthDays && !isAt(monthDays, day, ofMonth())) return false
    if (yearDays && !isAt(yearDays, day, ofYear())) return false
    if (weeks && !isInWeeks(weeks, day, year, weekBegins)) return false
    if (!isNumbered || own === undefined) return true
    const [first, next] = isByMonth ? ofMonth() : ofYear()
    return own.some(({ nth }) => {
      if (nth === 0) return true
      return nth > 0 ? Math.floor((day - first) / 7) + 1 === nth : -Math.floor((next - 1 - day) / 7) - 1 === nth
    })
  }
}

/** 0 is Monday. */
const weekdayAt = (day: number) => (((day + 3) % 7) + 7) % 7

const isAt = (positions: readonly number[], day: number, [first, next]: readonly [number, number]) =>
  positions.includes(day - first + 1) || positions.includes(day - next)

/** The first week of a year has at least four days in it. */
function isInWeeks(weeks: readonly number[], day: number, year: number, weekBegins: number): boolean {
  const firstOf = (some: number) => {
    const fourth = dayNumber(some, 1, 4)
    return fourth - ((weekdayAt(fourth) - weekBegins + 7) % 7)
  }
  const own = day < firstOf(year) ? year - 1 : day >= firstOf(year + 1) ? year + 1 : year
  const count = (firstOf(own + 1) - firstOf(own)) / 7
  const week = Math.floor((day - firstOf(own)) / 7) + 1
  return weeks.includes(week) || weeks.includes(week - count - 1)
}
