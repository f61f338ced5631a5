import { type CellValue, type Column, decimalMarkOf, type Row, type Table } from '@placard/contract'
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { readSheet } from 'read-excel-file/universal'
import { requireCellAt, requireSize, type SizeLimits } from './size.ts'
import { TableFileError } from './table-file-error.ts'
import { sheetFiles, type XlsxCell } from './xlsx-parts.ts'
import { zipOf } from './zip-of.ts'

/** The most that an archive may unpack to. A table of 1 MB takes some 10 MB as XML. */
const MAX_UNPACKED_BYTES = 64 * 2 ** 20
const MAX_ENTRIES = 2_000
const DAY_MS = 24 * 60 * 60_000

/** True for the beginning of an archive, as every XLSX file is one. */
export const isXlsx = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/**
 * Reads the first sheet of an XLSX file as texts. Formulas come as the values that were saved with them.
 *
 * @param language BCP 47: how numbers are written in the texts
 * @throws TableFileError unreadable, too-large
 */
export async function readXlsx(bytes: Uint8Array, language: string, limits?: SizeLimits): Promise<string[][]> {
  const files = await unpacked(bytes)
  requireSmallSheet(files)
  const mark = decimalMarkOf(language)
  // Stored, because the reader would unpack large files in workers that the policy of the page forbids.
  const stored = await zipOf(files, 0)
  const rows = await readSheet(stored.buffer, { trim: false })
  const texts = rows.map((row) => row.map((value) => textOf(value, mark)))
  while (texts.at(-1)?.every((text) => text === '')) texts.pop()
  requireSize(texts, limits)
  return texts
}

type Files = Map<string, Uint8Array<ArrayBuffer>>

/** Unpacks every file and counts its bytes on the way, because an archive may say anything about their sizes. */
async function unpacked(bytes: Uint8Array): Promise<Files> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false })
  const files: Files = new Map()
  let total = 0
  try {
    const entries = await reader.getEntries()
    if (entries.length > MAX_ENTRIES) throw new TableFileError('too-large')
    for (const entry of entries) {
      if (entry.directory || !/\.(?:xml|rels)$/i.test(entry.filename)) continue
      const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          total += chunk.length
          if (total > MAX_UNPACKED_BYTES) controller.error(new TableFileError('too-large'))
          else controller.enqueue(chunk)
        },
      })
      const whole = new Response(counted.readable).arrayBuffer()
      whole.catch(() => {})
      await entry.getData(counted.writable, { useWebWorkers: false })
      files.set(entry.filename, new Uint8Array(await whole))
    }
  } catch (cause) {
    if (total > MAX_UNPACKED_BYTES) throw new TableFileError('too-large', { cause })
    throw cause instanceof TableFileError ? cause : new TableFileError('unreadable', { cause })
  }
  return files
}

/** Refuses a sheet with a cell far away: the reader fills all cells before it. @throws TableFileError unreadable, too-large */
function requireSmallSheet(files: Files): void {
  const text = (name: string) => {
    const bytes = files.get(name)
    return bytes ? new TextDecoder().decode(bytes) : ''
  }
  const sheets = text('xl/workbook.xml')
  const id = /<(?:\w+:)?sheet\s[^>]*?r:id="([^"]+)"/.exec(sheets)?.[1]
  const relation = [...text('xl/_rels/workbook.xml.rels').matchAll(/<Relationship\s[^>]*>/g)].find(([one]) =>
    one.includes(`Id="${id}"`),
  )?.[0]
  const target = /Target="([^"]+)"/.exec(relation ?? '')?.[1]?.replace(/^\/?(?:xl\/)?/, '')
  if (target === undefined) throw new TableFileError('unreadable')
  for (const [, column = '', row = ''] of text(`xl/${target}`).matchAll(
    /<(?:\w+:)?(?:c|dimension)\s[^>]*?r(?:ef)?="(?:[A-Z]+\d+:)?([A-Z]+)(\d+)"/g,
  )) {
    requireCellAt(columnNumber(column), Number(row))
  }
}

/** `A` is 1, `AA` is 27. */
const columnNumber = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

function textOf(value: unknown, mark: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value).replace('.', mark)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (!(value instanceof Date)) return String(value)
  const text = value.toISOString()
  // A time of day is a part of the day before all others.
  if (value.getTime() < Date.UTC(1900, 0, 2)) return text.slice(11, 16)
  return value.getTime() % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

/** Writes a table as an XLSX file: numbers, dates and times as such, the names of the columns in the first row. */
export async function writeXlsx(table: Table, rows: readonly Row[]): Promise<Blob> {
  const cells = rows.map((row) => table.columns.map((column) => cellOf(column, row.cells[column.id])))
  return new Blob([await zipOf(new Map(Object.entries(sheetFiles(table.columns, cells))))], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}

/** Dates count days since 30 December 1899, and times are parts of a day. */
function cellOf({ type }: Column, value: CellValue | undefined): XlsxCell | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number') return { kind: 'number', value }
  if (typeof value === 'boolean') return { kind: 'yes-no', value: Number(value) }
  if (type === 'date') {
    const day = (Date.parse(value) - Date.UTC(1899, 11, 30)) / DAY_MS
    // Spreadsheets count from March 1900: they have a 29 February in that year.
    return day > 60 ? { kind: 'date', value: day } : { kind: 'text', text: value }
  }
  if (type === 'time') {
    const [hours = 0, minutes = 0] = value.split(':').map(Number)
    return { kind: 'time', value: (hours * 60 + minutes) / (24 * 60) }
  }
  return { kind: 'text', text: value }
}
