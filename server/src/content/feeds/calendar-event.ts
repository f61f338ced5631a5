import type { CalendarUnread } from '@placard/contract'
import {
  type Component,
  type Property,
  parameterOf,
  propertiesNamed,
  propertyNamed,
  wordsOf,
} from './calendar-lines.ts'
import { DAY_MS, readDuration, readTime } from './calendar-time.ts'
import { instantAt, isThere, localAt, UTC, type Zone } from './calendar-zones.ts'
import { type Budget, type Rule, readRule, timesADay, timesOf } from './repetition.ts'

/** A duration: days by the local clock, then milliseconds. */
type Length = { days: number; ms: number }

/** An event as written in the file. Times are local to its zone, expressed as if that were UTC: milliseconds since 1970. */
export type CalendarEvent = {
  /** Empty if the event has none. */
  uid: string
  sequence: number
  begin: number
  isDay: boolean
  /** Undefined: local time wherever it is read. */
  zone: Zone | undefined
  /** Undefined: not given. */
  length: Length | undefined
  rules: readonly Rule[]
  /** Dates that are listed one by one (RDATE), some with their own length. */
  further: readonly { local: number; length: Length | undefined }[]
  isExcluded: (local: number) => boolean
  excludedBy: readonly Rule[]
  /** The repetition that this event replaces, by the clock of the repeating event. `isOnwards`: also all later repetitions. */
  instead: { local: (of: CalendarEvent) => number; isOnwards: boolean } | undefined
  title: string
  text: string
  place: string
  isCancelled: boolean
  /** Undefined: not given. */
  isPrivate: boolean | undefined
  /** The first part of the event that could not be read. The rest is still shown. */
  problem: CalendarUnread | undefined
}

/** Classes of events that the author does not want the public to see. */
const NOT_PUBLIC = new Set(['PRIVATE', 'CONFIDENTIAL'])
/** Most rules of one event. RFC 5545 allows one. */
const MOST_RULES = 10
/** Most times a day for one event. Anything more frequent is not meant for a screen. */
const MOST_TIMES_A_DAY = 48

type ZoneOf = (name: string) => Zone | undefined

/** @returns undefined if the event has no readable date */
export function readEvent(component: Component, zoneOf: ZoneOf): CalendarEvent | undefined {
  const problems = new Set<CalendarUnread>()
  const said = (name: string) => propertyNamed(component, name)?.value
  const toldBy = (property: Property, written = property.value): Told | undefined => {
    const time = readTime(written)
    if (time === undefined) return undefined
    const { local, form } = time
    const name = parameterOf(property, 'TZID')
    const zone = form === 'utc' ? UTC : form === 'local' && name !== undefined ? zoneOf(name) : undefined
    if (zone === undefined && form === 'local' && name !== undefined) problems.add('zone')
    return { local, isDay: form === 'day', zone }
  }
  const told = (name: string) => {
    const property = propertyNamed(component, name)
    return property && toldBy(property)
  }

  const instead = told('RECURRENCE-ID')
  if (instead === undefined && said('RECURRENCE-ID') !== undefined) problems.add('dates')
  const begin = told('DTSTART') ?? instead
  if (begin === undefined) return undefined
  const { zone } = begin
  const isMidnight = isWholeDays(component)
  const isDay = begin.isDay || isMidnight
  const event = { begin: isDay ? dayOf(begin.local) : begin.local, isDay, zone: isDay ? undefined : zone }

  const length = lengthOf(event, told('DTEND'), said('DURATION'))
  const saysLength = said('DTEND') !== undefined || said('DURATION') !== undefined
  if (length === 'unread' && saysLength) problems.add('end')

  const rulesOf = (name: string): Rule[] => {
    const written = propertiesNamed(component, name)
    const rules = written.slice(0, MOST_RULES).flatMap(({ value }) => readRule(value) ?? [])
    if (rules.length < written.length) problems.add('rule')
    if (rules.reduce((sum, rule) => sum + timesADay(rule), 0) <= MOST_TIMES_A_DAY) return rules
    problems.add('too-often')
    return []
  }
  const further: { local: number; length: Length | undefined }[] = []
  const excluded = { times: new Set<number>(), days: new Set<number>() }
  for (const property of propertiesNamed(component, 'RDATE')) {
    for (const written of listed(property)) {
      const [first = '', last] = written.split('/')
      const date = toldBy(property, first)
      if (date === undefined) {
        problems.add('dates')
        continue
      }
      const local = localIn(event, date)
      const own = { ...event, begin: local }
      const end = last === undefined ? undefined : toldBy(property, last)
      const ownLength = last === undefined ? undefined : lengthOf(own, end, last)
      further.push({ local, length: ownLength === 'unread' ? undefined : ownLength })
    }
  }
  for (const property of propertiesNamed(component, 'EXDATE')) {
    for (const written of listed(property)) {
      const date = toldBy(property, written)
      if (date === undefined) problems.add('dates')
      else if (date.isDay) excluded.days.add(date.local)
      else excluded.times.add(localIn(event, date))
    }
  }
  const secrecy = said('CLASS')
  return {
    ...event,
    uid: said('UID') ?? '',
    sequence: Number(/^\d{1,9}$/.exec(said('SEQUENCE') ?? '')?.[0] ?? 0),
    length: length === 'unread' ? undefined : length,
    rules: rulesOf('RRULE'),
    further: further.sort((one, other) => one.local - other.local),
    isExcluded: (local) => excluded.times.has(local) || excluded.days.has(dayOf(local)),
    excludedBy: rulesOf('EXRULE'),
    instead: instead && {
      local: (of) => localIn(of, instead),
      isOnwards: isOnwards(propertyNamed(component, 'RECURRENCE-ID')),
    },
    title: wordsOf(propertyNamed(component, 'SUMMARY')),
    text: wordsOf(propertyNamed(component, 'DESCRIPTION')),
    place: wordsOf(propertyNamed(component, 'LOCATION')),
    isCancelled: said('STATUS')?.toUpperCase() === 'CANCELLED',
    isPrivate: secrecy === undefined ? undefined : NOT_PUBLIC.has(secrecy.toUpperCase()),
    problem: ORDER.find((problem) => problems.has(problem)),
  }
}

/** If an event has several problems, the first of these is reported: the most serious ones come first. */
const ORDER: readonly CalendarUnread[] = ['rule', 'too-often', 'dates', 'zone', 'end']

type Told = { local: number; isDay: boolean; zone: Zone | undefined }
type Clock = Pick<CalendarEvent, 'begin' | 'isDay' | 'zone'>

const dayOf = (local: number) => Math.floor(local / DAY_MS) * DAY_MS

const listed = ({ value }: Property): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

const isOnwards = (property: Property | undefined): boolean =>
  property !== undefined && parameterOf(property, 'RANGE')?.toUpperCase() === 'THISANDFUTURE'

/**
 * Converts a date of an event to the clock of that event. A date without a zone is already local. A date without a time means the
 * event's own time on that day. For events of whole days, only the day counts.
 */
function localIn({ begin, isDay, zone }: Clock, date: Told): number {
  if (isDay) return dayOf(date.local)
  if (date.isDay) return date.local + (begin - dayOf(begin))
  if (date.zone === undefined || zone === undefined || date.zone === zone) return date.local
  return localAt(zone, instantAt(date.zone, date.local))
}

/** Outlook writes whole days as midnight to midnight, and marks them with a property of its own. */
function isWholeDays(component: Component): boolean {
  if (propertyNamed(component, 'X-MICROSOFT-CDO-ALLDAYEVENT')?.value.toUpperCase() !== 'TRUE') return false
  const times = ['DTSTART', 'DTEND'].flatMap((name) => propertiesNamed(component, name))
  return times.every(({ value }) => /^\d{8}T000000$/.test(value))
}

/** Undefined: the end is not after the beginning, and is ignored. `unread`: the end or duration cannot be read. */
function lengthOf(event: Clock, end: Told | undefined, duration: string | undefined): Length | undefined | 'unread' {
  const { begin, isDay, zone } = event
  if (end === undefined) {
    const length = duration === undefined ? undefined : readDuration(duration)
    if (length === undefined) return 'unread'
    const whole = isDay ? { days: length.days + Math.floor(length.ms / DAY_MS), ms: 0 } : length
    return whole.days * DAY_MS + whole.ms > 0 ? whole : undefined
  }
  if (isDay) {
    const days = (dayOf(end.local) - begin) / DAY_MS
    return days > 0 ? { days, ms: 0 } : undefined
  }
  const endAt = zone === undefined ? end.local : instantAt((end.isDay ? undefined : end.zone) ?? zone, end.local)
  // RFC 5545, 3.8.5.3: if the event has an end, all repetitions have exactly the same duration.
  const ms = endAt - atOf(event, begin)
  return ms > 0 ? { days: 0, ms } : undefined
}

/** Converts a local time to an instant. Without a zone, the local time is read as UTC. */
export const atOf = ({ zone }: Clock, local: number): number => (zone ? instantAt(zone, local) : local)

/**
 * The end of a repetition that begins at `local`, in the terms of `atOf`. Without a given end, an event ends at once, and a whole
 * day after one day.
 */
export function endOf(
  event: Pick<CalendarEvent, 'begin' | 'isDay' | 'zone' | 'length'>,
  local: number,
  own?: Length,
): number {
  const { days, ms } = own ?? event.length ?? (event.isDay ? { days: 1, ms: 0 } : { days: 0, ms: 0 })
  return atOf(event, local + days * DAY_MS) + ms
}

/** The search extends this far beyond the requested span, because clocks differ and an earlier event may still be under way. */
const SLACK_MS = 2 * DAY_MS

/**
 * The times of an event in order, from those that end at `from` or later: its own first date, those of its rules, and the listed
 * dates, without those that a rule excludes. Milliseconds since 1970, by its own clock.
 *
 * @throws TooCostly
 */
export function* occurrencesOf(
  event: CalendarEvent,
  from: number,
  until: number,
  budget: Budget,
): Generator<{ local: number; length: Length | undefined }> {
  const { begin, rules, further, excludedBy, length } = event
  const wanted = from - SLACK_MS - (length ? length.days * DAY_MS + length.ms : 0)
  const lists: Iterator<number>[] = [
    [begin][Symbol.iterator](),
    further.map(({ local }) => local)[Symbol.iterator](),
    ...rules.map((rule) => repeated(event, rule, wanted, until, budget)),
  ]
  const excluded = excludedBy.map((rule) =>
    following(inOrder([[begin][Symbol.iterator](), repeated(event, rule, wanted, until, budget)])),
  )
  const lengths = new Map(further.map((one) => [one.local, one.length]))
  for (const local of inOrder(lists)) {
    if (excluded.some((isAt) => isAt(local))) continue
    yield { local, length: lengths.get(local) }
  }
}

/** RFC 5545, 3.3.10: a time that the clock skips is invalid and does not count. The event's own beginning always counts. */
function* repeated(event: CalendarEvent, rule: Rule, from: number, until: number, budget: Budget): Generator<number> {
  const { begin, zone } = event
  let left = (rule.count ?? Number.POSITIVE_INFINITY) - 1
  for (const local of timesOf(rule, begin, rule.count === undefined ? from : begin, until, budget)) {
    if (left <= 0 || isBehind(event, rule, local)) return
    if (local === begin || (zone && !isThere(zone, local))) continue
    left -= 1
    yield local
  }
}

/** If UNTIL is a day, all of that day is included. */
function isBehind(event: CalendarEvent, { until }: Rule, local: number): boolean {
  if (until === undefined) return false
  if (until.form === 'day' || event.isDay) return dayOf(local) > dayOf(until.local)
  return until.form === 'utc' && event.zone ? instantAt(event.zone, local) > until.local : local > until.local
}

/** Merges ascending lists into one, without duplicates. */
function* inOrder(lists: readonly Iterator<number>[]): Generator<number> {
  const heads = lists.map((list) => ({ list, head: list.next() }))
  let last = Number.NEGATIVE_INFINITY
  for (;;) {
    let next: (typeof heads)[number] | undefined
    for (const one of heads) if (!one.head.done && !(next && next.head.value <= one.head.value)) next = one
    if (next === undefined) return
    const { value } = next.head
    next.head = next.list.next()
    if (value !== last) yield value
    last = value
  }
}

/** Returns a function that tells if a value is in an ascending list. Must be called with ascending values. */
function following(list: Iterator<number>): (value: number) => boolean {
  let head = list.next()
  return (value) => {
    while (!head.done && head.value < value) head = list.next()
    return !head.done && head.value === value
  }
}
