import type { Item, Schedule, ZoneOffsets } from '@placard/contract'
import { countdownDatesOf } from '@placard/playback'

/** A date that an item is about, by the clock at its display. Days: `2026-12-18`; moments: `2026-12-18T17:00`. */
export type CalendarEvent = {
  /** Whole days where both are days; `until` is the first day, or moment, not any more. */
  from: string
  until: string
  /** Comes again on these days of each week. */
  weekly?: {
    /** ISO 8601: Monday is 1. */
    days: readonly number[]
    /** The last moment at which it may begin is before it. Undefined: it has no end. */
    until: string | undefined
    /** Days on which it does not begin. */
    not: readonly string[]
  }
}

/** Of what sums an event up. */
export const MOST_SUMMARY_CHARACTERS = 200

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const DAY_MS = 24 * 60 * 60_000

/**
 * The dates that an item is about: the day that its words count to, else the times of its schedule. A schedule that says only
 * "until Friday" is about no date.
 */
export function eventsOf({
  notice,
  schedule,
  uploadDate,
}: Pick<Item, 'notice' | 'uploadDate'> & { schedule?: Schedule | null | undefined }): CalendarEvent[] {
  const counted = notice ? countdownDatesOf(`${notice.heading} ${notice.body} ${notice.byline}`) : []
  if (counted.length > 0) return counted.map((day) => ({ from: day, until: dayAfter(day) }))
  if (!schedule) return []
  const { from, until, days, hours, not = [] } = schedule
  if (!days && !hours) return from && until ? [wholeDays({ from, until })] : []
  const [beginning, on] = [from ?? new Date(uploadDate).toISOString().slice(0, 16), days ?? EVERY_DAY]
  const windows = hours ?? [{ from: '00:00', until: '00:00' }]
  return windows.flatMap((window) => {
    const first = firstDay(beginning, window.from, on, not)
    if (first === undefined || (until !== undefined && `${first}T${window.from}` >= until)) return []
    const lastDay = window.until <= window.from ? dayAfter(first) : first
    const weekly = { days: on, until, not }
    return [{ ...wholeDays({ from: `${first}T${window.from}`, until: `${lastDay}T${window.until}` }), weekly }]
  })
}

function wholeDays(event: { from: string; until: string }): { from: string; until: string } {
  const isWhole = [event.from, event.until].every((moment) => moment.endsWith('T00:00'))
  return isWhole ? { from: event.from.slice(0, 10), until: event.until.slice(0, 10) } : event
}

/** The first of these weekdays that begins at that time of day or later; undefined: all of the next half year are left out. */
function firstDay(from: string, time: string, on: readonly number[], not: readonly string[]): string | undefined {
  let day = from.slice(0, 10)
  for (let looked = 0; looked < 184; looked += 1) {
    if (`${day}T${time}` >= from && on.includes(weekdayOf(day)) && !not.includes(day)) return day
    day = dayAfter(day)
  }
  return undefined
}

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
const weekdayOf = (day: string) => new Date(day).getUTCDay() || 7

/** The entry of an item in a calendar. */
export type CalendarEntry = {
  /** The same whenever it is written, so that a calendar changes what it has instead of adding another. */
  id: string
  /** Counts up with each change of the item. */
  revision: number
  summary: string
  description: string
  /** Where it is told. */
  url: string
  events: readonly CalendarEvent[]
}

/** Without the address, which hangs on who asks. */
export type CalendarDraft = Omit<CalendarEntry, 'url'>

/**
 * A file for calendars (RFC 5545).
 *
 * @param timeZone IANA name of the display's clock
 * @param zoneOffsets the same clock, for calendars that do not know the name
 * @param at when it is written: milliseconds since 1970
 */
export function calendarFile(
  { id, revision, summary, description, url, events }: CalendarEntry,
  { timeZone, zoneOffsets }: { timeZone: string; zoneOffsets: ZoneOffsets },
  at: number,
): string {
  const hasTimes = events.some(({ from }) => from.includes('T'))
  const when = (name: string, moment: string) =>
    moment.includes('T') ? `${name};TZID=${timeZone}:${localOf(moment)}` : `${name};VALUE=DATE:${dateOf(moment)}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Placard//Page to read//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(hasTimes ? zoneLines(timeZone, zoneOffsets) : []),
    ...events.flatMap((event, nth) => [
      'BEGIN:VEVENT',
      `UID:${id}-${nth}@placard`,
      `DTSTAMP:${utcOf(at)}`,
      `SEQUENCE:${revision}`,
      when('DTSTART', event.from),
      when('DTEND', event.until),
      ...weeklyLines(event, zoneOffsets, when),
      `SUMMARY:${escaped(summary)}`,
      ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

function weeklyLines(
  { from, weekly }: CalendarEvent,
  zoneOffsets: ZoneOffsets,
  when: (name: string, moment: string) => string,
): string[] {
  if (!weekly) return []
  const isTimed = from.includes('T')
  const days = weekly.days.map((day) => WEEKDAYS[day - 1]).join(',')
  const until = weekly.until === undefined ? '' : `;UNTIL=${lastBeginning(weekly.until, isTimed, zoneOffsets)}`
  // A day before its first is none of it.
  const not = weekly.not.filter((day) => day > from.slice(0, 10) && weekly.days.includes(weekdayOf(day)))
  return [
    `RRULE:FREQ=WEEKLY;BYDAY=${days}${until}`,
    ...not.map((day) => when('EXDATE', isTimed ? `${day}${from.slice(10)}` : day)),
  ]
}

/** `until` is the first moment not any more, and UNTIL the last that still is: of a time in UTC, of whole days a day. */
function lastBeginning(until: string, isTimed: boolean, zoneOffsets: ZoneOffsets): string {
  const lastMs = Date.parse(`${until}Z`) - 1_000
  if (!isTimed) return dateOf(new Date(lastMs).toISOString().slice(0, 10))
  let minutes = 0
  for (const [at, ahead] of zoneOffsets) if (at === 0 || lastMs - ahead * 60_000 >= at) minutes = ahead
  return utcOf(lastMs - minutes * 60_000)
}

/** Each change of the clock that is known, one by one: it says the same as a rule for ever, for as long as it is known. */
function zoneLines(timeZone: string, zoneOffsets: ZoneOffsets): string[] {
  const least = Math.min(...zoneOffsets.map(([, minutes]) => minutes))
  const parts = zoneOffsets.flatMap(([at, minutes], index) => {
    const before = zoneOffsets[index - 1]?.[1] ?? minutes
    const kind = minutes > least ? 'DAYLIGHT' : 'STANDARD'
    const begins = index === 0 ? '19700101T000000' : utcOf(at + before * 60_000).slice(0, -1)
    return [
      `BEGIN:${kind}`,
      `DTSTART:${begins}`,
      `TZOFFSETFROM:${offsetOf(before)}`,
      `TZOFFSETTO:${offsetOf(minutes)}`,
      `END:${kind}`,
    ]
  })
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...parts, 'END:VTIMEZONE']
}

const twoDigits = (count: number) => String(count).padStart(2, '0')
const offsetOf = (minutes: number) =>
  `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(Math.abs(minutes) / 60))}${twoDigits(Math.abs(minutes) % 60)}`
const dateOf = (day: string) => day.replaceAll('-', '')
const localOf = (moment: string) => `${moment.replaceAll(/[-:]/g, '')}00`.slice(0, 15)
const utcOf = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** A text of a calendar: nobody's words end a line of it. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')
}

/** No line is longer than 75 bytes; what goes on begins with a blank. No letter is cut. */
function folded(line: string): string {
  const parts = ['']
  let bytes = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (bytes + size > 75) {
      parts.push(' ')
      bytes = 1
    }
    parts[parts.length - 1] += letter
    bytes += size
  }
  return parts.join('\r\n')
}
