import {
  cutAtWord,
  type FeedEntry,
  type FeedSettings,
  type Forecast,
  type ItemId,
  MAX_BYLINE_CHARACTERS,
  MAX_FEED_ENTRIES,
  MAX_HEADING_CHARACTERS,
  MAX_LINE_CHARACTERS,
  type Notice,
  NoticeLink,
  pageIdOf,
  type Schedule,
  type ZoneOffsets,
} from '@placard/contract'
import { hasLiveWords, localTimeOf, type ShownUnits } from '@placard/playback'
import type { CopiedEntry, FeedCopy } from './feed-copy.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** An event without an end counts as over after an hour. */
const UNTOLD_MS = 60 * MINUTE_MS

/** The place where entries are shown: the display's clock, the language of dates, and the weather with its units. */
export type Place = {
  zoneOffsets: ZoneOffsets
  language?: string | undefined
  forecast?: Forecast | undefined
  /** Absent: the usual ones of the language. */
  units?: ShownUnits | undefined
}

type FeedItem = {
  id: ItemId
  title: string
  feed: FeedSettings
  /** Schedule of the item, which also applies to its entries. */
  schedule?: Schedule | null | undefined
}

/**
 * The entries of a feed as screens show them (FD1): the newest news, or the events of a calendar. Each has its own schedule, so
 * that screens without a network show and remove entries by themselves. The result does not depend on the current time: entries
 * that are over are off by their schedules.
 */
export function expand({ kind, entries }: FeedCopy, item: FeedItem, place: Place): FeedEntry[] {
  const { feed } = item
  const timed = kind === 'calendar' ? eventsOf(entries, feed, place) : newsOf(entries, feed, place)
  const shown: FeedEntry[] = []
  for (const { entry, when, from, until, event } of timed) {
    const schedule = within(item.schedule ?? undefined, from, until)
    if (schedule === 'never') continue
    const words = feed.as === 'lines' ? { text: lineOf(entry, when) } : { notice: noticeOf(entry, when, item) }
    // The same form as a page of a deck, so that reports about an entry are reports about its item.
    shown.push({
      id: pageIdOf(item.id, entry.number),
      ...words,
      ...(event ? { event } : {}),
      ...(schedule ? { schedule } : {}),
    })
    if (shown.length === MAX_FEED_ENTRIES) break
  }
  return shown
}

/** An entry, and the local times from and until which it is shown; undefined: no limit. `when`: the date as text. */
type Timed = {
  entry: CopiedEntry
  when: string
  from: string | undefined
  until: string | undefined
  /** Undefined for news. */
  event: FeedEntry['event']
}

function newsOf(entries: readonly CopiedEntry[], { count, maxAgeDays, language }: FeedSettings, place: Place): Timed[] {
  return entries.slice(0, count).map((entry) => {
    const { at } = entry
    const isAgeing = at !== undefined && maxAgeDays !== undefined
    return {
      entry,
      when:
        at === undefined
          ? ''
          : written(localTimeOf(place.zoneOffsets, at), place.language ?? language, { day: 'numeric', month: 'long' }),
      from: undefined,
      event: undefined,
      until: isAgeing ? textOf(localTimeOf(place.zoneOffsets, at + maxAgeDays * DAY_MS)) : undefined,
    }
  })
}

/** Local times are expressed as if the display's clock were UTC. */
type Event = { entry: CopiedEntry; begin: number; end: number; saysEnd: boolean; isAllDay: boolean }

function eventsOf(entries: readonly CopiedEntry[], feed: FeedSettings, place: Place): Timed[] {
  const language = place.language ?? feed.language
  const events = entries.flatMap((entry) => eventOf(entry, place)).sort(sooner)
  const window = feed.window ?? 'next'
  return events.map((event, index): Timed => {
    const from = FROM[window](event, events.slice(0, index), feed.count)
    return {
      entry: event.entry,
      when: whenOf(event, window !== 'today', language),
      from: from === undefined ? undefined : textOf(from),
      until: textOf(event.end),
      event: whenExactly(event),
    }
  })
}

/** The time from which an event is shown. A missing window is a compile error. */
const FROM: Record<
  NonNullable<FeedSettings['window']>,
  (event: Event, before: readonly Event[], count: number) => number | undefined
> = {
  today: ({ begin }) => dayOf(begin),
  // Weeks begin on Monday: 1 January 1970 was a Thursday.
  week: ({ begin }) => dayOf(begin) - ((dayOf(begin) / DAY_MS + 3) % 7) * DAY_MS,
  // Shown as soon as fewer than `count` of the events before it are upcoming or under way.
  next: (_, before, count) => before.map(({ end }) => end).sort((one, other) => other - one)[count - 1],
}

const dayOf = (local: number) => Math.floor(local / DAY_MS) * DAY_MS

function sooner(one: Event, other: Event): number {
  return one.begin - other.begin || one.end - other.end || one.entry.number - other.entry.number
}

function eventOf(entry: CopiedEntry, { zoneOffsets }: Place): Event[] {
  const { event } = entry
  if (!event) return []
  const localOf = (moment: number | string) =>
    typeof moment === 'number' ? localTimeOf(zoneOffsets, moment) : Date.parse(`${moment.padEnd(16, 'T00:00')}Z`)
  const begin = localOf(event.begin)
  const isAllDay = typeof event.begin === 'string' && !event.begin.includes('T')
  const said = event.end === null ? begin : localOf(event.end)
  const saysEnd = said > begin
  return [{ entry, begin, end: saysEnd ? said : begin + (isAllDay ? DAY_MS : UNTOLD_MS), saysEnd, isAllDay }]
}

function whenExactly({ begin, end, isAllDay }: Event): NonNullable<FeedEntry['event']> {
  const [from, until] = [textOf(begin), textOf(end)]
  return isAllDay ? { from: from.slice(0, 10), until: until.slice(0, 10) } : { from, until }
}

/** "Tue 24 Nov, 18:00 – 19:30": parts that are the same for both ends appear once, as is usual in the language. */
function whenOf({ begin, end, saysEnd, isAllDay }: Event, withDay: boolean, language: string | undefined): string {
  const day: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }
  const time: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }
  const isOneDay = dayOf(end - 1) === dayOf(begin)
  if (isAllDay) return isOneDay ? (withDay ? written(begin, language, day) : '') : range(begin, end - 1, language, day)
  const parts = withDay || !isOneDay ? { ...day, ...time } : time
  return saysEnd ? range(begin, end, language, parts) : written(begin, language, parts)
}

function written(local: number, language: string | undefined, parts: Intl.DateTimeFormatOptions): string {
  return formatOf(language, parts).format(local)
}

function range(from: number, to: number, language: string | undefined, parts: Intl.DateTimeFormatOptions): string {
  return formatOf(language, parts).formatRange(from, to)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Falls back to English for languages that this Node does not know. */
function formatOf(language = 'en-GB', parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${language} ${JSON.stringify(parts)}`
  const known = formats.get(name)
  if (known) return known
  const make = (one: string) => new Intl.DateTimeFormat(one, { ...parts, timeZone: 'UTC' })
  let format: Intl.DateTimeFormat
  try {
    format = make(language)
  } catch {
    format = make('en-GB')
  }
  formats.set(name, format)
  return format
}

/** A local time in the form that schedules use. */
const textOf = (local: number) => new Date(local).toISOString().slice(0, 16)

/** The schedule of the item, restricted to the times of an entry. Undefined: always on. */
function within(
  schedule: Schedule | undefined,
  from: string | undefined,
  until: string | undefined,
): Schedule | 'never' | undefined {
  const first = [schedule?.from, from]
    .filter((one) => one !== undefined)
    .sort(byTime)
    .at(-1)
  const last = [schedule?.until, until]
    .filter((one) => one !== undefined)
    .sort(byTime)
    .at(0)
  if (first !== undefined && last !== undefined && byTime(first, last) >= 0) return 'never'
  const all: Schedule = {
    ...schedule,
    ...(first === undefined ? {} : { from: first }),
    ...(last === undefined ? {} : { until: last }),
  }
  return Object.keys(all).length === 0 ? undefined : all
}

/** Compares local times with or without seconds. */
const byTime = (one: string, other: string) => Date.parse(`${one}Z`) - Date.parse(`${other}Z`)

function lineOf({ title, text, event }: CopiedEntry, when: string): string {
  const words = title || text
  const parts = event ? [when, words, event.place] : [words]
  return cutAtWord(asWritten(parts.filter((part) => part !== '').join(' · ')), MAX_LINE_CHARACTERS)
}

function noticeOf({ title, text, link, event }: CopiedEntry, when: string, { title: name, feed }: FeedItem): Notice {
  const heading = cutAtWord(asWritten(title || text), MAX_HEADING_CHARACTERS)
  const body = title ? text : ''
  const parts = event ? [[when, event.place].filter((part) => part !== '').join('\n'), body] : [body]
  const byline = [name, event ? '' : when].filter((part) => part !== '').join(' · ')
  const address = NoticeLink.safeParse(link).data
  return {
    look: feed.look ?? 'paper',
    heading,
    body: asWritten(parts.filter((part) => part !== '').join('\n\n')),
    byline: cutAtWord(asWritten(byline), MAX_BYLINE_CHARACTERS),
    // Addresses in a calendar are meant for people who may edit it.
    ...(address !== undefined && !event ? { link: address } : {}),
  }
}

/** Makes text from a feed literal: live words are not filled in, and asterisks do not make bold. U+2060 is invisible. */
function asWritten(text: string): string {
  const plain = text.replaceAll('**', '*\u2060*')
  return hasLiveWords(plain) ? plain.replaceAll('{', '{\u2060') : plain
}
