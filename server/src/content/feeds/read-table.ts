import {
  type CellValue,
  isBlank,
  MAX_ROWS_PER_TABLE,
  MAX_SOURCE_COLUMNS,
  readCell,
  type SourceKind,
} from '@placard/contract'
import { guessType, isXlsx, namedColumns, readCsv, readXlsx, TableFileError } from '@placard/table-files'
import type { FoundColumn, SoughtColumn, TableJob, TableProblem, TableReply } from './parse-job.ts'
import { readCalendar } from './read-calendar.ts'
import { decode } from './read-feed.ts'
import { type JsonList, JsonListError, readJsonList } from './read-json-list.ts'

/** A source may be wider than a table and have longer texts. The bytes of an address are bounded already. */
const LIMITS = {
  columns: MAX_SOURCE_COLUMNS,
  characters: Number.POSITIVE_INFINITY,
  cellCharacters: Number.POSITIVE_INFINITY,
}
/** Rows whose cells decide the proposed type of a column. */
const GUESSED_ROWS = 300
/** Rows and letters of a cell that are shown before a table follows the source. */
const SHOWN_ROWS = 8
const SHOWN_LETTERS = 120
const SAMPLE_LETTERS = 60
/** Addresses of Google's that answer a private sheet with a page. */
const OF_GOOGLE = /(?:^|\.)google\.com$/
const CALENDAR_NAMES = ['Title', 'Date', 'Start', 'End', 'Last day', 'Place', 'Note']

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes away
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g

type Content = {
  kind: SourceKind
  texts: string[][]
  lists?: JsonList[]
  path?: string
}

/** [DT2] Reads the content of an address as a table: CSV, JSON, XLSX or iCalendar, recognised by the content. */
async function readTable(job: TableJob): Promise<TableReply> {
  try {
    const { kind, texts, lists = [], path = null } = await contentOf(job)
    const known = kind === 'csv' || kind === 'xlsx' ? job.hasNames : true
    const named = namedColumns(withMoments(texts, known ?? true, job.timeZone), job.language, String, known)
    const { names, rows, hasNames } = named
    if (rows.length > MAX_ROWS_PER_TABLE) return refused('does-not-fit')
    if (job.columns) return { status: 'read', kind, names, ...valuesOf(job.columns, names, rows, job.language) }
    const guessed = rows.slice(0, GUESSED_ROWS)
    const columns = names.map((name, at) => ({
      name,
      ...guessType(
        guessed.map((row) => row[at] ?? ''),
        job.language,
      ),
    }))
    const shown = rows.slice(0, SHOWN_ROWS).map((row) => row.map((text) => text.slice(0, SHOWN_LETTERS)))
    return { status: 'described', described: { kind, hasNames, columns, rows: shown, count: rows.length, lists, path } }
  } catch (error) {
    if (error instanceof JsonListError) return refused(error.problem)
    if (error instanceof TableFileError) return refused(error.problem === 'too-large' ? 'does-not-fit' : 'not-a-table')
    throw error
  }
}

const refused = (problem: TableProblem) => ({ status: 'refused', problem }) as const

async function contentOf(job: TableJob): Promise<Content> {
  const { body, contentType, url, language, now } = job
  if (isXlsx(body)) return { kind: 'xlsx', texts: await readXlsx(body, language, LIMITS) }
  const text = decode(body, contentType).trim()
  if (isBlank(text)) throw new Refused('empty')
  if (/^begin:vcalendar/i.test(text)) return { kind: 'calendar', texts: calendarTexts(text, now, job.timeZone) }
  if (/^[[{]/.test(text) || /\bjson\b/i.test(contentType ?? '')) {
    return { kind: 'json', ...readJsonList(text, job.path, language) }
  }
  if (text.startsWith('<')) {
    const isPage = /<(?:!doctype\s+html|html|head|body)[\s>]/i.test(text.slice(0, 4_096))
    const isOfGoogle = OF_GOOGLE.test(new URL(url).hostname)
    throw new Refused(!isPage ? 'not-a-table' : isOfGoogle ? 'sheet-private' : 'web-page')
  }
  return { kind: 'csv', texts: readCsv(body, LIMITS) }
}

class Refused extends Error {
  readonly problem: TableProblem

  constructor(problem: TableProblem) {
    super(problem)
    this.problem = problem
  }
}

/** The same, with every reason as an answer. */
export async function readTableJob(job: TableJob): Promise<TableReply> {
  try {
    return await readTable(job)
  } catch (error) {
    return refused(error instanceof Refused ? error.problem : 'damaged')
  }
}

const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/

/**
 * Adds columns for the day and the time of each column of moments, such as `2026-12-24T18:30:00Z`, because a table has columns for
 * days and for times.
 */
function withMoments(texts: string[][], hasNames: boolean, timeZone: string): string[][] {
  const [first = [], ...rest] = texts
  const rows = hasNames ? rest : texts
  const places = first.flatMap((_, at) => {
    const filled = rows.flatMap((row) => (row[at] ? [row[at]] : []))
    return filled.length > 0 && filled.every((text) => MOMENT.test(text)) ? [at] : []
  })
  if (places.length === 0) return texts
  const split = splitMoment(timeZone)
  return texts.map((row, index) => [
    ...row,
    ...places.flatMap((at) => {
      const text = row[at] ?? ''
      return hasNames && index === 0 ? [`${text} (date)`, `${text} (time)`] : split(text)
    }),
  ])
}

function splitMoment(timeZone: string): (text: string) => [day: string, time: string] {
  const local = localIn(timeZone)
  return (text) => {
    const [, day = '', time = '', zone] = MOMENT.exec(text) ?? []
    return zone === undefined ? [day, time] : local(Date.parse(text.replace(' ', 'T')))
  }
}

/** The day and the time of an instant by the clock of a time zone. */
function localIn(timeZone: string): (at: number) => [day: string, time: string] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (at) => {
    const [day = '', time = ''] = Number.isFinite(at) ? format.format(at).split(' ') : []
    return [day, time]
  }
}

/** The current and next events of a calendar, soonest first. */
function calendarTexts(text: string, now: number, timeZone: string): string[][] {
  if (!/END:VCALENDAR$/i.test(text)) throw new Refused('damaged')
  const calendar = readCalendar(text, now)
  if (!calendar) throw new Refused('does-not-fit')
  const local = localIn(timeZone)
  const placed = (moment: number | string | null): [day: string, time: string] => {
    if (moment === null) return ['', '']
    if (typeof moment === 'number') return local(moment)
    const [day = '', time = ''] = moment.split('T')
    return [day, time]
  }
  return [
    CALENDAR_NAMES,
    ...calendar.entries.map(({ title, text: note, event }) => {
      const [day, start] = placed(event?.begin ?? null)
      const [last, end] = placed(event?.end ?? null)
      // The end of whole days is the day after the last one.
      const lastDay = start === '' && last !== '' ? dayBefore(last) : last
      return [title, day, start, end, lastDay === day ? '' : lastDay, event?.place ?? '', note]
    }),
  ]
}

const dayBefore = (day: string) => new Date(Date.parse(day) - 24 * 60 * 60_000).toISOString().slice(0, 10)

/** The values of the sought columns. Those of a column that is gone, or has turned into something else, are all undefined. */
function valuesOf(
  sought: readonly SoughtColumn[],
  names: readonly string[],
  rows: readonly string[][],
  language: string,
): { found: FoundColumn[]; rows: (CellValue | null | undefined)[][] } {
  const read = sought.map((column): { found: FoundColumn; values: (CellValue | null | undefined)[] } => {
    const at = names.indexOf(column.from)
    // An empty list of JSON has no names, and no rows that miss them.
    if (at < 0 && names.length > 0) return { found: { state: 'gone' }, values: rows.map(() => undefined) }
    let filled = 0
    const unread = { count: 0, row: 0, sample: '' }
    const values = rows.map((row, index) => {
      const text = (row[at] ?? '').toWellFormed().replace(CONTROLS, '')
      if (!isBlank(text)) filled += 1
      const cell = readCell(column, text, language)
      if ('value' in cell) return cell.value
      unread.count += 1
      if (unread.count === 1) Object.assign(unread, { row: index + 1, sample: text.slice(0, SAMPLE_LETTERS) })
      return undefined
    })
    if (filled > 0 && unread.count === filled) return { found: { state: 'turned', sample: unread.sample }, values }
    return { found: { state: 'read', unread: unread.count > 0 ? unread : undefined }, values }
  })
  return { found: read.map(({ found }) => found), rows: rows.map((_, at) => read.map(({ values }) => values[at])) }
}
