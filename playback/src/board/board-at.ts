import {
  type BoardLook,
  type BoardPart,
  type CellValue,
  LOOK_PARTS,
  type ManifestBoard,
  type ZoneOffsets,
} from '@placard/contract'
import { DAY_MS, localTimeOf, MINUTE_MS, nextChangeOf, UTC } from '../zone.ts'

/** A row of a board at a moment. */
export type BoardRow = {
  /** In the order of the board's columns. */
  cells: readonly (CellValue | null)[]
  /** Whole minutes until it departs or begins; undefined: it is not soon, or the look does not say so. */
  minutes?: number
  /** It is today, or in progress. */
  isNow?: boolean
  /** Its day is not today, so the day is shown with the time. */
  isLater?: boolean
}

/** The rows that are on, in order, and the instant until which this stays so (milliseconds since 1970; Infinity: for ever). */
export type BoardMoment = { rows: BoardRow[]; until: number }

/** The times of a board without dates go on into the night: after midnight it shows those of the next day this far ahead. */
const INTO_THE_NIGHT_MS = 6 * 60 * MINUTE_MS
/** Departures within this many minutes are shown as minutes. */
const SOON_MINUTES = 30
/** The number of coming days that are shown after today. */
const DAYS_TO_COME = 8
const MOST_NUMBERS = 4

/**
 * The rows of a board at a moment. A pure function of the manifest and the server's time, so that all screens agree, also without
 * a network.
 *
 * @param at milliseconds since 1970, by the server's clock
 * @param zoneOffsets of the display; undefined: UTC
 */
export function boardAt(board: ManifestBoard, at: number, zoneOffsets: ZoneOffsets = UTC): BoardMoment {
  const local = localTimeOf(zoneOffsets, at)
  const today = dayOf(local)
  const isToday = (cells: readonly (CellValue | null)[]) =>
    (board.today ?? []).every((index) => dateOf(cells[index]) === today)
  const rows = board.rows.filter(isToday)
  const partOf = (part: BoardPart) => board.columns.findIndex((column) => column.part === part)
  const shown = ROWS[lookOf(board)](rows, { board, partOf, local, today })
  return { rows: shown, until: nextStep(board, at, local, zoneOffsets) }
}

/** The look, or the plain one for a look of a newer version. */
export function lookOf({ look }: Pick<ManifestBoard, 'look'>): BoardLook {
  return LOOK_PARTS[look] ? look : 'plain'
}

/** True if the rows that are on depend on the time, so the manifest needs the offsets of the display. */
export function goesByClock({ look, today }: Pick<ManifestBoard, 'look' | 'today'>): boolean {
  return today !== undefined || look === 'departures' || look === 'days' || look === 'rooms'
}

type Around = {
  board: ManifestBoard
  /** The index of the column that plays a part; -1: none. */
  partOf: (part: BoardPart) => number
  /** Local time. */
  local: number
  /** The local beginning of the day. */
  today: number
}
type Rows = ManifestBoard['rows']

const asTheyAre = (rows: Rows): BoardRow[] => rows.map((cells) => ({ cells }))

const ROWS: Record<BoardLook, (rows: Rows, around: Around) => BoardRow[]> = {
  menu: asTheyAre,
  directory: asTheyAre,
  results: asTheyAre,
  plain: asTheyAre,
  numbers: (rows) => asTheyAre(rows.slice(0, MOST_NUMBERS)),
  departures: departuresAt,
  days: daysAt,
  rooms: roomsAt,
}

/** The lists of all rows as one. Chromium 64 has no `flatMap`. */
const ofRows = <Made>(rows: Rows, make: (cells: Rows[number]) => Made[]) => ([] as Made[]).concat(...rows.map(make))

/** Departures to come, the soonest first. A departure goes when its minute is over. */
function departuresAt(rows: Rows, { partOf, local, today }: Around): BoardRow[] {
  const [date, time] = [partOf('date'), partOf('time')]
  const minute = Math.floor(local / MINUTE_MS) * MINUTE_MS
  const timed = ofRows(rows, (cells) => {
    const ofDay = timeOf(cells[time])
    const day = date < 0 ? today : (dateOf(cells[date]) ?? today)
    if (ofDay === undefined) return []
    const isDaily = date < 0 || cells[date] === null
    const leaves = day + ofDay
    const next = leaves < minute && isDaily ? leaves + DAY_MS : leaves
    const isOn = next >= minute && (!isDaily || next < today + DAY_MS || next - local <= INTO_THE_NIGHT_MS)
    return isOn ? [{ cells, next }] : []
  })
  return inOrder(timed).map(({ cells, next }) => {
    const minutes = (next - minute) / MINUTE_MS
    return {
      cells,
      ...(minutes <= SOON_MINUTES ? { minutes } : {}),
      ...(minutes === 0 ? { isNow: true } : {}),
      ...(dayOf(next) !== today && date >= 0 && cells[date] !== null ? { isLater: true } : {}),
    }
  })
}

/** Today's days first, then the next ones. */
function daysAt(rows: Rows, { board: { yearly }, partOf, today }: Around): BoardRow[] {
  const date = partOf('date')
  const timed = ofRows(rows, (cells) => {
    const day = dateOf(cells[date])
    if (day === undefined) return []
    const next = yearly ? nextYearly(day, today) : day
    return next >= today ? [{ cells, next }] : []
  })
  const ordered = inOrder(timed)
  const ofToday = ordered.filter(({ next }) => next === today)
  return [...ofToday, ...ordered.slice(ofToday.length, ofToday.length + DAYS_TO_COME)].map(({ cells, next }) =>
    next === today ? { cells, isNow: true } : { cells },
  )
}

/** The next time that a day of the year comes. 29 February is on the 28th in other years. */
function nextYearly(day: number, today: number): number {
  const born = new Date(day)
  const year = new Date(today).getUTCFullYear()
  const inYear = (of: number) => {
    const [month, date] = [born.getUTCMonth(), born.getUTCDate()]
    const last = new Date(Date.UTC(of, month + 1, 0)).getUTCDate()
    return Date.UTC(of, month, Math.min(date, last))
  }
  const thisYear = inYear(year)
  return thisYear >= today ? thisYear : inYear(year + 1)
}

/** The events in rooms that are on or come next today, by their beginning. They go when they are over. */
function roomsAt(rows: Rows, { partOf, local, today }: Around): BoardRow[] {
  const [date, time, until] = [partOf('date'), partOf('time'), partOf('until')]
  const timed = ofRows(rows, (cells) => {
    const begin = timeOf(cells[time])
    if (begin === undefined || (date >= 0 && cells[date] !== null && dateOf(cells[date]) !== today)) return []
    const said = until < 0 ? undefined : timeOf(cells[until])
    // Past midnight, or without an end: it lasts until the end of the day, or for an hour.
    const end = said === undefined ? begin + 60 * MINUTE_MS : said > begin ? said : DAY_MS
    return today + end > local ? [{ cells, next: today + begin }] : []
  })
  return inOrder(timed).map(({ cells, next }) => {
    if (next <= local) return { cells, isNow: true }
    const minutes = Math.ceil((next - local) / MINUTE_MS)
    return minutes <= SOON_MINUTES ? { cells, minutes } : { cells }
  })
}

/** The sort of Chromium before version 70 is not stable, so equal times are told apart by their places. */
function inOrder<Timed extends { next: number }>(timed: Timed[]): Timed[] {
  return timed
    .map((one, index) => ({ one, index }))
    .sort((a, b) => a.one.next - b.one.next || a.index - b.index)
    .map(({ one }) => one)
}

function nextStep(board: ManifestBoard, at: number, local: number, zoneOffsets: ZoneOffsets): number {
  if (!goesByClock(board)) return Number.POSITIVE_INFINITY
  const stepMs = board.look === 'departures' || board.look === 'rooms' ? MINUTE_MS : DAY_MS
  const next = at + (Math.floor(local / stepMs) + 1) * stepMs - local
  return Math.min(next, nextChangeOf(zoneOffsets, at))
}

const dayOf = (local: number) => Math.floor(local / DAY_MS) * DAY_MS

/** The beginning of a day as a local time. */
function dateOf(value: CellValue | null | undefined): number | undefined {
  const at = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** Milliseconds since the beginning of the day. */
function timeOf(value: CellValue | null | undefined): number | undefined {
  const [, hours, minutes] = (typeof value === 'string' && /^(\d\d):(\d\d)$/.exec(value)) || []
  return hours === undefined ? undefined : (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
}
