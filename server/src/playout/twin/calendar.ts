import type { Item, Schedule, ZoneOffsets } from '@placard/contract'
import { countdownDatesOf } from '@placard/playback'

/** A date that an item is about, in the display's local time. Days: `2026-12-18`. Times: `2026-12-18T17:00`. */
export type CalendarEvent = {
  /** Whole days if both are days. `until` is exclusive. */
  from: string
  until: string
  /** Repeats on these days of each week. */
  weekly?: {
    /** ISO 8601: Monday is 1. */
    days: readonly number[]
    /** No repetition begins at or after this. Undefined: it has no end. */
    until: string | undefined
    /** Days without a repetition. */
    not: readonly string[]
  }
}

/** Limit for the summary of an event. */
export const MOST_SUMMARY_CHARACTERS = 200

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const DAY_MS = 24 * 60 * 60_000

/**
 * The dates that an item is about: the day that its text counts down to, or else the times of its schedule. A schedule with only
 * an end ("until Friday") gives no date.
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

/**
 * The first of these weekdays on which that time of day is at `from` or later. Undefined if all days of the next half year are
 * excluded.
 */
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

/** An item's entry in a calendar file. */
export type CalendarEntry = {
  /** Stable, so that calendar programs update an entry instead of adding another. */
  id: string
  /** Increases with each change of the item. */
  revision: number
  summary: string
  description: string
  /** The page about it. */
  url: string
  events: readonly CalendarEvent[]
}

/** Without the address, which depends on the request. */
export type CalendarDraft = Omit<CalendarEntry, 'url'>

/**
 * Writes a calendar file (RFC 5545).
 *
 * @param timeZone IANA name of the display's time zone
 * @param zoneOffsets the offsets of the same zone, for programs that do not know the name
 * @param at time of writing: milliseconds since 1970
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
  // Excluded days before the first one are not part of the series.
  const not = weekly.not.filter((day) => day > from.slice(0, 10) && weekly.days.includes(weekdayOf(day)))
  return [
    `RRULE:FREQ=WEEKLY;BYDAY=${days}${until}`,
    ...not.map((day) => when('EXDATE', isTimed ? `${day}${from.slice(10)}` : day)),
  ]
}

/** Converts the exclusive `until` to the inclusive UNTIL: in UTC for times, or a day for whole days. */
function lastBeginning(until: string, isTimed: boolean, zoneOffsets: ZoneOffsets): string {
  const lastMs = Date.parse(`${until}Z`) - 1_000
  if (!isTimed) return dateOf(new Date(lastMs).toISOString().slice(0, 10))
  let minutes = 0
  for (const [at, ahead] of zoneOffsets) if (at === 0 || lastMs - ahead * 60_000 >= at) minutes = ahead
  return utcOf(lastMs - minutes * 60_000)
}

/** Lists each known change of the offset. Equivalent to a recurrence rule as far as the changes are known. */
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

/** Escapes a text, so that it cannot end a line. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')
}

/** Folds lines at 75 bytes; continuations begin with a space. Characters are not split. */
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
