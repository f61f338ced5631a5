import {
  cutAtWord,
  type FeedEntry,
  type FeedSettings,
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
import { hasLiveWords, localTimeOf } from '@placard/playback'
import type { CopiedEntry, FeedCopy } from './feed-copy.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** An event that says no end is over after an hour. */
const UNTOLD_MS = 60 * MINUTE_MS

/** Where entries are shown: the clock at the display, and the language of its dates. */
export type Place = { zoneOffsets: ZoneOffsets; language?: string | undefined }

type FeedItem = {
  id: ItemId
  title: string
  feed: FeedSettings
  /** Of the item: its entries are on by it as well. */
  schedule?: Schedule | null | undefined
}

/**
 * The entries of a feed as they are on the glass (FD1): the newest of the news, the events of a calendar. Each has its own times, so that
 * a screen without a network takes them on and off by itself. It does not depend on the moment: what is over is off by its schedule.
 */
export function expand({ kind, entries }: FeedCopy, item: FeedItem, place: Place): FeedEntry[] {
  const { feed } = item
  const timed = kind === 'calendar' ? eventsOf(entries, feed, place) : newsOf(entries, feed, place)
  const shown: FeedEntry[] = []
  for (const { entry, when, from, until, event } of timed) {
    const schedule = within(item.schedule ?? undefined, from, until)
    if (schedule === 'never') continue
    const words = feed.as === 'lines' ? { text: lineOf(entry, when) } : { notice: noticeOf(entry, when, item) }
    // The same form as a page of a deck: whatever is told of an entry is told of its item.
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

/** An entry, and the local times from and until which it is on; undefined: without one. `when`: in words. */
type Timed = {
  entry: CopiedEntry
  when: string
  from: string | undefined
  until: string | undefined
  /** Undefined: it is news. */
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

/** Local times are counted like instants, as if the clock at the display were that of UTC. */
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

/** From which moment on an event is shown. A window that this lacks does not compile. */
const FROM: Record<
  NonNullable<FeedSettings['window']>,
  (event: Event, before: readonly Event[], count: number) => number | undefined
> = {
  today: ({ begin }) => dayOf(begin),
  // Monday is the first: 1 January 1970 was a Thursday.
  week: ({ begin }) => dayOf(begin) - ((dayOf(begin) / DAY_MS + 3) % 7) * DAY_MS,
  // As soon as fewer than so many of those before it are still to come, or under way.
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

/** "Tue 24 Nov, 18:00 – 19:30": what of it is the same at both ends is said once, as the language does it. */
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

/** A language that this Node does not know is written as English. */
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

/** A local time as schedules have it. */
const textOf = (local: number) => new Date(local).toISOString().slice(0, 16)

/** The schedule of the item, narrowed to what an entry says; undefined: always. */
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

/** With seconds or without. */
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
    // A calendar's addresses are for whoever may change it.
    ...(address !== undefined && !event ? { link: address } : {}),
  }
}

/** Somebody else's words say what they say: no word in them is filled in, and no stars make bold. U+2060 paints nothing. */
function asWritten(text: string): string {
  const plain = text.replaceAll('**', '*\u2060*')
  return hasLiveWords(plain) ? plain.replaceAll('{', '{\u2060') : plain
}
