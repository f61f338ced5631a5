import { createHash } from 'node:crypto'
import {
  type CalendarLeftOut,
  type CalendarTally,
  type CalendarUnread,
  cutAtWord,
  EARLIEST_FEED_AT,
  LATEST_FEED_AT,
} from '@placard/contract'
import { atOf, type CalendarEvent, endOf, occurrencesOf, readEvent } from './calendar-event.ts'
import { calendarsIn, propertyNamed, wordsOf } from './calendar-lines.ts'
import { DAY_MS } from './calendar-time.ts'
import { zonesOf } from './calendar-zones.ts'
import type { ReadEntry } from './parse-job.ts'
import { plainLine, shortText } from './plain-text.ts'
import { type Budget, TooCostly } from './repetition.ts'

const HOUR_MS = 60 * 60_000
/** The time zone furthest behind UTC: events without a zone end this much later there. */
const LATEST_CLOCK_MS = 12 * HOUR_MS
/** Events are read this far ahead. The next three events of a calendar of holidays may be far apart. */
const AHEAD_MS = 400 * DAY_MS
/** An event is searched this far ahead for a later date. 29 February occurs at least once in eight years. */
const LATER_MS = 10 * 366 * DAY_MS
const MOST_EVENTS = 5_000
/** The soonest events that are kept. More than a screen shows. */
const MOST_KEPT = 120
/** Most dates that are held in memory while searching. */
const MOST_HELD = 20_000
const MOST_LETTERS_OF_A_PLACE = 120
const MOST_LETTERS_OF_A_KEY = 200
/**
 * Days that the rules of one event, and of all events, may examine. An hourly rule examines each day 24 times. For a daily rule
 * this is 130 years.
 */
const DAYS_OF_ONE = 50_000
const DAYS_IN_ALL = 2_000_000

/** One date. `of`: the event in the file that it counts for. `by`: the event that supplies its text. */
type Instance = { of: CalendarEvent; by: CalendarEvent; key: string; at: number; endsAt: number }

/**
 * Reads the current and future events of an iCalendar file, each repetition separately, and counts the outcome for each event.
 *
 * @param now milliseconds since 1970
 * @returns undefined if the file has too many events
 */
export function readCalendar(
  text: string,
  now: number,
): { title: string; entries: ReadEntry[]; tally: CalendarTally } | undefined {
  if ((text.match(/^BEGIN:VEVENT/gim)?.length ?? 0) > MOST_EVENTS) return undefined
  const span = { now, to: now + AHEAD_MS }
  const budget = { days: DAYS_IN_ALL }
  const calendars = calendarsIn(text)
  const tally = createTally()
  const events = calendars.flatMap((calendar) => {
    const zoneOf = zonesOf(calendar.zones, span.to + LATER_MS)
    return calendar.events.flatMap((component) => {
      const event = readEvent(component, zoneOf)
      if (event === undefined) tally.unread('begin')
      return event ?? []
    })
  })
  let found: Instance[] = []
  const ahead: CalendarEvent[] = []
  for (const group of Map.groupBy(events, (event) => event.uid || `${event.begin} ${event.title}`).values()) {
    for (const { event, state, instances } of shownOf(group, span, budget)) {
      if (event.problem !== undefined) tally.unread(event.problem)
      else if (state === 'ahead' && instances.length > 0) ahead.push(event)
      else tally.count(state)
      found.push(...instances)
    }
    if (found.length > MOST_HELD) found = soonest(found)
  }
  found = soonest(found)
  const kept = new Set(found.map(({ of }) => of))
  for (const event of ahead) tally.count(kept.has(event) ? 'ahead' : 'later')
  const named = calendars.flatMap((one) => propertyNamed(one, 'X-WR-CALNAME') ?? propertyNamed(one, 'NAME') ?? [])
  return { title: plainLine(wordsOf(named[0])), entries: found.map(entryOf), tally: tally.result }
}

type Span = { now: number; to: number }

/** Events that end before this are over on every display. An event without an end counts as over after an hour. */
const fromOf = ({ zone }: CalendarEvent, { now }: Span): number => now - HOUR_MS - (zone ? 0 : LATEST_CLOCK_MS)
type State = 'ahead' | 'over' | 'later' | CalendarLeftOut
/** An event of the file, its outcome, and the dates of it that are shown. */
type Shown = { event: CalendarEvent; state: State; instances: readonly Instance[] }

function createTally() {
  const result: CalendarTally = { events: 0, ahead: 0, over: 0, later: 0, leftOut: {}, unread: {} }
  return {
    result,
    unread: (problem: CalendarUnread) => {
      result.events += 1
      result.unread[problem] = (result.unread[problem] ?? 0) + 1
    },
    count: (state: State) => {
      result.events += 1
      if (state === 'ahead' || state === 'over' || state === 'later') result[state] += 1
      else result.leftOut[state] = (result.leftOut[state] ?? 0) + 1
    },
  }
}

const soonest = (found: readonly Instance[]): Instance[] =>
  found.toSorted((one, other) => one.at - other.at || (one.key < other.key ? -1 : 1)).slice(0, MOST_KEPT)

/** The results for all events with one UID: a series and its changed repetitions. */
function* shownOf(group: readonly CalendarEvent[], span: Span, budget: Budget): Generator<Shown> {
  const whole = group.filter(({ instead }) => !instead)
  const latest = Math.max(...whole.map(({ sequence }) => sequence))
  // Some programs give all of their events the same UID.
  const [masters, replaced] = newestOf(
    whole.filter(({ sequence }) => sequence === latest),
    ({ begin, title }) => `${begin} ${title}`,
  )
  const series = masters.find(isRepeating) ?? masters[0]
  const insteadOf = (event: CalendarEvent) => event.instead?.local(series ?? event) ?? event.begin
  const [changes, replacedChanges] = newestOf(
    group.filter(({ instead }) => instead),
    insteadOf,
  )
  const older = whole.filter(({ sequence }) => sequence !== latest)
  for (const event of [...older, ...replaced, ...replacedChanges]) yield { event, state: 'replaced', instances: [] }
  for (const event of masters) {
    const key = keyOf(masters.length > 1 ? `${nameOf(event)} ${event.begin} ${event.title}` : nameOf(event))
    const own = event === series ? changes.map((change): Change => [insteadOf(change), withWordsOf(change, event)]) : []
    yield seriesOf(event, { key, changes: new Map(own) }, span, budget)
  }
  for (const event of changes) {
    const change = withWordsOf(event, series)
    const key = `${keyOf(nameOf(event))} ${momentOf(series ?? event, insteadOf(event))}`
    yield shownAs(event, change, span, [instanceOf(event, change, { local: change.begin, key })])
  }
}

type Change = readonly [local: number, event: CalendarEvent]

const isRepeating = ({ rules, further }: CalendarEvent): boolean => rules.length + further.length > 0

const nameOf = ({ uid, begin, title }: CalendarEvent): string => uid || `${begin} ${title}`

const keyOf = (name: string): string =>
  name.length <= MOST_LETTERS_OF_A_KEY
    ? name
    : `${name.slice(0, MOST_LETTERS_OF_A_KEY - 20)} ${createHash('sha256').update(name).digest('hex').slice(0, 16)}`

/**
 * For each group of identical events, picks the one with the highest SEQUENCE (the last one if equal), and returns the replaced
 * ones too.
 */
function newestOf(
  events: readonly CalendarEvent[],
  sameBy: (event: CalendarEvent) => string | number,
): [newest: CalendarEvent[], replaced: CalendarEvent[]] {
  const newest = new Map<string | number, CalendarEvent>()
  const replaced: CalendarEvent[] = []
  for (const event of events) {
    const other = newest.get(sameBy(event))
    const isNewer = other === undefined || event.sequence >= other.sequence
    if (other !== undefined) replaced.push(isNewer ? other : event)
    if (isNewer) newest.set(sameBy(event), event)
  }
  return [[...newest.values()], replaced]
}

/** A changed repetition of a private event is private, unless it says otherwise. */
const withWordsOf = (event: CalendarEvent, series: CalendarEvent | undefined): CalendarEvent => ({
  ...event,
  title: event.title || (series?.title ?? ''),
  isPrivate: event.isPrivate ?? series?.isPrivate,
})

/** An event with all of its dates, without those that a changed repetition replaces. */
function seriesOf(
  event: CalendarEvent,
  { key, changes }: { key: string; changes: ReadonlyMap<number, CalendarEvent> },
  span: Span,
  budget: Budget,
): Shown {
  const own = { days: Math.min(budget.days, DAYS_OF_ONE) }
  const given = own.days
  const onwards = [...changes].filter(([, { instead }]) => instead?.isOnwards).sort(([one], [other]) => one - other)
  const instances: Instance[] = []
  const hasOne = { later: false, changed: false, excluded: false }
  try {
    for (const { local, length } of occurrencesOf(event, fromOf(event, span), span.to + LATER_MS, own)) {
      if (endOf(event, local, length) < fromOf(event, span)) continue
      hasOne.later = atOf(event, local) > span.to
      if (hasOne.later || instances.length === MOST_KEPT) break
      const [since = local, change] = onwards.findLast(([at]) => at <= local) ?? []
      if (changes.has(local)) hasOne.changed = true
      else if (event.isExcluded(local)) hasOne.excluded = true
      else {
        const at = {
          local: (change?.begin ?? since) + (local - since),
          key: `${key} ${isRepeating(event) ? momentOf(event, local) : ''}`,
          length: change ? undefined : length,
        }
        instances.push(instanceOf(event, change ?? event, at))
      }
    }
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    const once: CalendarEvent = { ...event, rules: [], excludedBy: [], problem: 'too-often' }
    return seriesOf(once, { key, changes }, span, { days: 0 })
  } finally {
    budget.days -= given - own.days
  }
  const shown = shownAs(event, event, span, instances)
  if (instances.length > 0 || shown.state !== 'over') return shown
  const state = hasOne.later ? 'later' : hasOne.changed ? 'ahead' : hasOne.excluded ? 'cancelled' : 'over'
  return { ...shown, state }
}

/** @param by the event that supplies the text */
function shownAs(event: CalendarEvent, by: CalendarEvent, span: Span, all: readonly Instance[]): Shown {
  const leftOut = whyLeftOut(by)
  if (leftOut !== undefined) return { event, state: leftOut, instances: [] }
  const instances = all.filter(({ at, endsAt }) => endsAt >= fromOf(by, span) && at <= span.to)
  if (instances.some(({ endsAt }) => endsAt > span.now)) return { event, state: 'ahead', instances }
  return { event, state: all.some(({ at }) => at > span.to) ? 'later' : 'over', instances }
}

function whyLeftOut({ isCancelled, isPrivate, title, text }: CalendarEvent): CalendarLeftOut | undefined {
  if (isCancelled) return 'cancelled'
  if (isPrivate) return 'private'
  return plainLine(title) === '' && plainLine(text) === '' ? 'nameless' : undefined
}

/** @param date.length the length of this date alone; absent: that of the event */
function instanceOf(
  of: CalendarEvent,
  by: CalendarEvent,
  { local, key, length }: { local: number; key: string; length?: CalendarEvent['length'] },
): Instance {
  return { of, by, key, at: atOf(by, local), endsAt: endOf(by, local, length) }
}

function entryOf({ by, key, at, endsAt }: Instance): ReadEntry {
  return {
    key,
    title: plainLine(by.title),
    text: shortText(by.text),
    event: {
      begin: momentAt(by, at),
      end: endsAt > at ? momentAt(by, endsAt) : null,
      place: placeOf(plainLine(by.place)),
    },
  }
}

const momentOf = (event: CalendarEvent, local: number): number | string => momentAt(event, atOf(event, local))

/** A time without a zone is local wherever it is read. @param at a value of `atOf` */
function momentAt({ isDay, zone }: CalendarEvent, at: number): number | string {
  // Nobody means dates outside this range; they are clamped to what can be stored.
  if (at > LATEST_FEED_AT) return LATEST_FEED_AT
  if (at < EARLIEST_FEED_AT) return EARLIEST_FEED_AT
  if (isDay) return new Date(at).toISOString().slice(0, 10)
  return zone === undefined ? new Date(at).toISOString().slice(0, 16) : at
}

/** Removes web addresses: the address of an online meeting would let passers-by join. */
function placeOf(said: string): string {
  const place = said.replace(/https?:\/\/\S+/gi, '').replace(/^[\s;,|·-]+|[\s;,|·-]+$/g, '')
  return cutAtWord(place, MOST_LETTERS_OF_A_PLACE)
}
