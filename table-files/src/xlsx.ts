import { type CellValue, type Column, decimalMarkOf, type Row, type Table, withDecimals } from '@placard/contract'
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
 * Reads the first sheet of an XLSX file as texts. Formulas come as the values that were saved with them. Numbers have the
 * sign and the decimals of their format: 4.5 as money is `4.50 €`, 0.1 as a percentage is `10%`.
 *
 * @param language BCP 47: how numbers are written in the texts
 * @throws TableFileError unreadable, too-large
 */
export async function readXlsx(bytes: Uint8Array, language: string, limits?: SizeLimits): Promise<string[][]> {
  const files = await unpacked(bytes)
  const sheet = firstSheetOf(files)
  requireSmallSheet(sheet)
  const formats = formatsOf(textIn(files, 'xl/styles.xml'), sheet)
  const mark = decimalMarkOf(language)
  // Stored, because the reader would unpack large files in workers that the policy of the page forbids.
  const stored = await zipOf(files, 0)
  const rows = await readSheet(stored.buffer, { trim: false })
  const texts = rows.map((row, down) =>
    row.map((value, across) => textOf(value, mark, formats.get(`${across} ${down}`))),
  )
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

function textIn(files: Files, name: string): string {
  const bytes = files.get(name)
  return bytes ? new TextDecoder().decode(bytes) : ''
}

/** The XML of the first sheet. @throws TableFileError unreadable */
function firstSheetOf(files: Files): string {
  const id = /<(?:\w+:)?sheet\s[^>]*?r:id="([^"]+)"/.exec(textIn(files, 'xl/workbook.xml'))?.[1]
  const relation = [...textIn(files, 'xl/_rels/workbook.xml.rels').matchAll(/<Relationship\s[^>]*>/g)].find(([one]) =>
    one.includes(`Id="${id}"`),
  )?.[0]
  const target = /Target="([^"]+)"/.exec(relation ?? '')?.[1]?.replace(/^\/?(?:xl\/)?/, '')
  if (target === undefined) throw new TableFileError('unreadable')
  return textIn(files, `xl/${target}`)
}

/** Refuses a sheet with a cell far away: the reader fills all cells before it. @throws TableFileError too-large */
function requireSmallSheet(sheet: string): void {
  for (const [, column = '', row = ''] of sheet.matchAll(
    /<(?:\w+:)?(?:c|dimension)\s[^>]*?r(?:ef)?="(?:[A-Z]+\d+:)?([A-Z]+)(\d+)"/g,
  )) {
    requireCellAt(columnNumber(column), Number(row))
  }
}

/** The format of a cell, as far as it adds to its number. */
type NumberFormat = {
  /** A currency's sign or code, or `%`. */
  sign?: string | undefined
  /** The decimals that are written at least. */
  decimals: number
}

/** Formats that have the same number in every file (ECMA-376, part 1, 18.8.30). */
const KNOWN_FORMATS = { 2: '0.00', 4: '#,##0.00', 9: '0%', 10: '0.00%', 39: '#,##0.00', 40: '#,##0.00' }

/** @returns the formats of the first sheet by the column and the row of a cell, from 0: `1 0` is B1 */
function formatsOf(styles: string, sheet: string): Map<string, NumberFormat> {
  const codes = new Map<string | undefined, string>(Object.entries(KNOWN_FORMATS))
  for (const [tag] of styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)) {
    codes.set(attributeOf(tag, 'numFmtId'), attributeOf(tag, 'formatCode') ?? '')
  }
  const [list = ''] = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles) ?? []
  const byStyle = [...list.matchAll(/<(?:\w+:)?xf\s[^>]*>/g)].map(([tag]) =>
    formatIn(codes.get(attributeOf(tag, 'numFmtId')) ?? ''),
  )
  const formats = new Map<string, NumberFormat>()
  for (const [tag] of sheet.matchAll(/<(?:\w+:)?c\s[^>]*>/g)) {
    const format = byStyle[Number(attributeOf(tag, 's') ?? 0)]
    const [, column = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(attributeOf(tag, 'r') ?? '') ?? []
    if (format) formats.set(`${columnNumber(column) - 1} ${Number(row) - 1}`, format)
  }
  return formats
}

const attributeOf = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

/** Reads the code of a format, such as `#,##0.00 [$€-407]`, `0.00 "EUR"` or `0%`. */
function formatIn(code: string): NumberFormat {
  const [positive = ''] = code
    .replaceAll('&quot;', '"')
    // A currency with its language, as a text; a space as wide as a letter; a letter that fills the cell.
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, '"$1"')
    .replace(/[_*]./gu, '')
    .split(';')
  const bare = positive.replace(/"[^"]*"|\\./g, '')
  const money = /\p{Sc}/u.exec(positive)?.[0] ?? /"\s*([A-Z]{3})\s*"/.exec(positive)?.[1]
  return { sign: money ?? (bare.includes('%') ? '%' : undefined), decimals: /\.(0+)/.exec(bare)?.[1]?.length ?? 0 }
}

/** `A` is 1, `AA` is 27. */
const columnNumber = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

function textOf(value: unknown, mark: string, format: NumberFormat = { decimals: 0 }): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberText(value, format).replace('.', mark)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (!(value instanceof Date)) return String(value)
  const text = value.toISOString()
  // A time of day is a part of the day before all others.
  if (value.getTime() < Date.UTC(1900, 0, 2)) return text.slice(11, 16)
  return value.getTime() % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

/** A number with all of its digits, and with what its format adds. */
function numberText(value: number, { sign, decimals }: NumberFormat): string {
  // A spreadsheet has fifteen digits: 0.07 as a percentage is 7, not 7.000000000000001.
  const text = withDecimals(String(sign === '%' ? Number((value * 100).toPrecision(15)) : value), decimals)
  if (sign === undefined) return text
  return sign === '%' ? `${text}%` : `${text} ${sign}`
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
