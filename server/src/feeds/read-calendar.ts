import { cutAtWord, EARLIEST_FEED_AT, LATEST_FEED_AT } from '@placard/contract'
import ical, { type EventInstance, type ParameterValue, type VEvent } from 'node-ical'
import type { ReadEntry } from './parse-job.ts'
import { plainLine, shortText } from './plain-text.ts'
import { type Component, calendarOf, eventsIn } from './tidy-calendar.ts'

const DAY_MS = 24 * 60 * 60_000
/** So far back, a calendar still has the events under way, and those of today in the zone of any display. */
const BACK_MS = DAY_MS
/** "The next three" of a calendar of holidays are far apart. */
const AHEAD_MS = 400 * DAY_MS
const MOST_EVENTS = 5_000
/** Of one event, in all this time. */
const MOST_REPETITIONS = 500
/** The soonest so many are kept: more than a screen gets. */
const MOST_KEPT = 120
const MOST_LETTERS_OF_A_PLACE = 120
/** Events that repeat every second or minute are not for a screen, and would take hours to expand. */
const TOO_OFTEN = new Set(['SECONDLY', 'MINUTELY'])
/** Of one day. */
const MOST_TIMES = 48
/** The author of an event of these classes does not want the public to see it. */
const NOT_PUBLIC = new Set(['PRIVATE', 'CONFIDENTIAL'])

/**
 * Reads the events of an iCalendar file that are under way or to come, each repetition by itself.
 *
 * @param now milliseconds since 1970
 * @returns undefined: it has too many events
 */
export function readCalendar(text: string, now: number): { title: string; entries: ReadEntry[] } | undefined {
  if ((text.match(/^BEGIN:VEVENT/gim)?.length ?? 0) > MOST_EVENTS) return undefined
  const { name, events } = eventsIn(text)
  const from = new Date(Math.floor(now / DAY_MS) * DAY_MS - BACK_MS)
  const to = new Date(from.getTime() + AHEAD_MS)
  const found: { entry: ReadEntry; at: number }[] = []
  for (const event of parsed(events)) {
    for (const one of instancesOf(event, from, to)) {
      const entry = entryOf(one)
      if (entry) found.push({ entry, at: one.start.getTime() })
    }
  }
  found.sort((one, other) => one.at - other.at || (one.entry.key < other.entry.key ? -1 : 1))
  const entries = new Map(found.map(({ entry }) => [entry.key, entry]))
  return { title: plainLine(withoutEscapes(name)), entries: [...entries.values()].slice(0, MOST_KEPT) }
}

/** The parser looks at all that it has for each time of an event: of a few it takes a fifth as long. */
const PARSED_AT_ONCE = 50

/** One event that says what cannot be is left out; the others are worth reading. */
function parsed(events: readonly Component[]): VEvent[] {
  const groups = [...Map.groupBy(events, (event) => event.find((line) => line.startsWith('UID:'))).values()]
  const found: VEvent[] = []
  for (let first = 0; first < groups.length; first += PARSED_AT_ONCE) {
    const some = groups.slice(first, first + PARSED_AT_ONCE)
    found.push(...(parsedOrNot(some.flat()) ?? some.flatMap((group) => parsedOrNot(group) ?? goodOf(group))))
  }
  return found
}

const goodOf = (group: readonly Component[]): VEvent[] =>
  parsedOrNot(group.filter((event) => parsedOrNot([event]) !== undefined)) ?? []

function parsedOrNot(events: readonly Component[]): VEvent[] | undefined {
  try {
    const all = ical.sync.parseICS(calendarOf(events))
    return Object.values(all).filter((one): one is VEvent => one?.type === 'VEVENT')
  } catch {
    return undefined
  }
}

function instancesOf(event: VEvent, from: Date, to: Date): EventInstance[] {
  // The library leaves a start that is no time as text.
  const isTime = (event.start as unknown) instanceof Date && !Number.isNaN(event.start.getTime())
  if (!isTime || isTooOften(event)) return []
  try {
    return ical.expandRecurringEvent(event, { from, to, expandOngoing: true }).slice(0, MOST_REPETITIONS)
  } catch {
    return []
  }
}

function isTooOften({ rrule }: VEvent): boolean {
  if (!rrule) return false
  const { freq, byHour, byMinute, bySecond } = rrule.options
  const countOf = (list: unknown) => (Array.isArray(list) ? Math.max(list.length, 1) : 1)
  return TOO_OFTEN.has(String(freq)) || countOf(byHour) * countOf(byMinute) * countOf(bySecond) > MOST_TIMES
}

function entryOf({ start, end, isFullDay, summary, event, isRecurring }: EventInstance): ReadEntry | undefined {
  const title = plainLine(wordsOf(summary))
  const isOff = event.status === 'CANCELLED' || NOT_PUBLIC.has(String(event.class ?? '').toUpperCase())
  if (isOff || title === '') return undefined
  // A time without a zone is that of the clock wherever it is read; this process has that of UTC.
  const momentOf = (moment: Date & { tz?: string }) => {
    // Nobody means these; they are kept where they can be written.
    if (moment.getTime() > LATEST_FEED_AT) return LATEST_FEED_AT
    if (moment.getTime() < EARLIEST_FEED_AT) return EARLIEST_FEED_AT
    if (isFullDay) return moment.toISOString().slice(0, 10)
    return moment.tz === undefined && event.start.tz === undefined
      ? moment.toISOString().slice(0, 16)
      : moment.getTime()
  }
  const begin = momentOf(start)
  return {
    key: `${String(event.uid).slice(0, 200)} ${isRecurring || event.recurrenceid ? begin : ''}`,
    title,
    text: shortText(wordsOf(event.description)),
    event: {
      begin,
      end: end && end.getTime() > start.getTime() ? momentOf(end) : null,
      place: placeOf(plainLine(wordsOf(event.location))),
    },
  }
}

/** The address of a meeting lets everybody in who has it: it is not for passers-by. */
function placeOf(said: string): string {
  const place = said.replace(/https?:\/\/\S+/gi, '').replace(/^[\s;,|·-]+|[\s;,|·-]+$/g, '')
  return cutAtWord(place, MOST_LETTERS_OF_A_PLACE)
}

/** A text of a calendar as it is meant. */
const withoutEscapes = (text: string) => text.replace(/\\[nN]/g, ' ').replace(/\\([\\;,])/g, '$1')

const wordsOf = (value: ParameterValue | undefined): string | undefined =>
  typeof value === 'object' && value !== null ? value.val : value
