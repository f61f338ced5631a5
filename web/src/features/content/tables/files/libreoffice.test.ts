import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Column, type ColumnType, Row, readCell, type Table } from '@placard/contract'
import { guessTable, readCsv, readXlsx, writeCsv, writeXlsx } from '@placard/table-files'
import { describe, expect, it } from 'vitest'
import { textsOf } from '../save-file.ts'

const FIXTURES = join(import.meta.dirname, '../../../../../../table-files/fixtures')
const fixture = async (name: string) => new Uint8Array(await readFile(join(FIXTURES, name)))

/** The sheet of `canteen.fods`, from which `soffice --convert-to` of LibreOffice 7.4 made the other files. */
const DISHES = [
  ['Linsensuppe', 4.5, 120, '2026-11-30', '11:30', false, '10%', 'A, G'],
  ['Käsespätzle; mit „Röstzwiebeln“', 8.9, 1234.5, '2026-12-01', '12:00', true, '0%', 'zwei\nZeilen'],
  ['=SUMME(1;2)', 1250, 0, '2028-02-29', '00:00', false, '25,5%', null],
  ['فول مدمس 🫘', 2.05, -3, '2026-12-31', '23:59', true, '100%', 'من اليمين'],
  ['Fehler', null, null, null, null, null, null, null],
]
const NAMES = ['Gericht', 'Preis', 'Preis für Gäste', 'Portionen', 'Ab', 'Um', 'Ausverkauft', 'Rabatt', 'Hinweis']
/** The third column is a formula, one of whose values is a text. */
const FORMULAS = [6.75, 13.35, 1875, 3.07, 'ab 4.5 €']

function valuesOf(texts: readonly string[][]) {
  const { columns, rows } = guessTable(texts, 'de', String)
  expect(columns.map(({ name }) => name)).toEqual(NAMES)
  const read = rows.map((row) =>
    columns.map((column, at) => {
      const cell = readCell(column, row[at] ?? '', 'de')
      return 'value' in cell ? cell.value : cell.problem
    }),
  )
  return {
    types: columns.map(({ type, currency }) => currency ?? type),
    dishes: read.map((row) => row.filter((_, at) => at !== 2)),
    formulas: rows.map((row) => {
      const cell = readCell({ type: 'money' }, row[2] ?? '', 'de')
      return 'value' in cell ? cell.value : row[2]
    }),
  }
}

describe('[DT9] files that LibreOffice made', () => {
  it.each([
    ['XLSX', 'canteen.xlsx'],
    ['CSV as it is shown, in UTF-8 with semicolons', 'canteen-utf-8.csv'],
    ['CSV as it is shown, in UTF-16 with tabs', 'canteen-utf-16.csv'],
  ])('%s', async (_, name) => {
    const bytes = await fixture(name)
    const read = valuesOf(name.endsWith('.xlsx') ? await readXlsx(bytes, 'de') : readCsv(bytes))
    expect(read.types).toEqual(['words', 'EUR', 'words', 'number', 'date', 'time', 'yes-no', 'words', 'words'])
    // CSV has a percentage as it is shown: rounded.
    const shown = DISHES.map((row) => row.map((cell) => (cell === '25,5%' ? '26%' : cell)))
    expect(read.dishes).toEqual(name.endsWith('.xlsx') ? DISHES : shown)
    expect(read.formulas).toEqual(FORMULAS)
  })

  it('CSV of bare values, in Windows-1252 with commas', async () => {
    const read = valuesOf(readCsv(await fixture('canteen-windows-1252.csv')))
    expect(read.types).toEqual(['words', 'number', 'words', 'number', 'date', 'time', 'yes-no', 'words', 'words'])
    // The file has no letters for Arabic and emoji.
    const replaced = ['??? ???? ?', '?? ??????']
    expect(read.dishes).toEqual([
      ...DISHES.slice(0, 3),
      [replaced[0], ...(DISHES[3]?.slice(1, -1) ?? []), replaced[1]],
      DISHES[4],
    ])
  })
})

const OFFICE = ['/usr/bin/soffice', '/usr/local/bin/soffice', '/opt/libreoffice/program/soffice'].find(existsSync)
if (!OFFICE) {
  console.warn('SKIPPED: [DT1] LibreOffice reads the files of a table. Install libreoffice-calc-nogui.')
}

describe.skipIf(!OFFICE)('[DT1] LibreOffice reads the files of a table', () => {
  const types: ColumnType[] = ['words', 'number', 'money', 'date', 'time', 'yes-no']
  const columns = types.map((type, at) =>
    Column.parse({
      id: `col00${at}`,
      name: `Spalte ${type}`,
      type,
      ...(type === 'money' ? { currency: 'EUR' } : {}),
      position: String(at),
      revision: 1,
    }),
  )
  const values = [
    ['=1+1', 1234.5, 4.5, '2026-12-24', '08:30', true],
    ['Käse, „gut“; 🧀', -0.25, 1250, '2028-02-29', '00:00', false],
    ['two\nlines', 1e12, 0, '1901-01-01', '23:59', true],
  ] as const
  const rows = values.map((row, at) =>
    Row.parse({
      id: `r${at}`,
      position: String(at),
      revision: 1,
      cells: Object.fromEntries(row.map((value, index) => [columns[index]?.id, value])),
    }),
  )
  const table = { columns, language: 'de', name: 'T' } as unknown as Table

  /** The cells of a file as LibreOffice shows them in English. */
  async function shownBy(name: string, bytes: Uint8Array, ...filter: string[]): Promise<string[][]> {
    const folder = await mkdtemp(join(tmpdir(), 'placard-office-'))
    try {
      const file = join(folder, name)
      await writeFile(file, bytes)
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
      const to = [
        '--convert-to',
        'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,false',
        '--outdir',
        join(folder, 'out'),
      ]
      await promisify(execFile)(OFFICE as string, [profile, '--headless', ...filter, ...to, file])
      return readCsv(new Uint8Array(await readFile(join(folder, 'out', name.replace(/\.\w+$/, '.csv')))))
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  it('XLSX, with dates, times and money as such', async () => {
    const blob = await writeXlsx(table, rows)
    expect(await shownBy('table.xlsx', new Uint8Array(await blob.arrayBuffer()))).toEqual([
      columns.map(({ name }) => name),
      ['=1+1', '1234.5', '4.50 EUR', '2026-12-24', '08:30', 'TRUE'],
      ['Käse, „gut“; 🧀', '-0.25', '1,250.00 EUR', '2028-02-29', '00:00', 'FALSE'],
      ['two\nlines', '1000000000000', '0.00 EUR', '1901-01-01', '23:59', 'TRUE'],
    ])
  })

  it('CSV, in which nothing is a formula', async () => {
    const csv = new TextEncoder().encode(writeCsv(textsOf(table, rows), new Set([0])))
    const asGerman = '--infilter=CSV:44,34,76,1,,1031'
    expect(await shownBy('table.csv', csv, asGerman)).toEqual([
      columns.map(({ name }) => name),
      ['=1+1', '1234.5', '4.5', '2026-12-24', '08:30:00', 'yes'],
      ['Käse, „gut“; 🧀', '-0.25', '1250', '2028-02-29', '00:00:00', 'no'],
      ['two\nlines', '1000000000000', '0', '1901-01-01', '23:59:00', 'yes'],
    ])
  })
})
