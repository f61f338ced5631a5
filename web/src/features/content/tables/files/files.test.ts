import { type CellValue, Column, type ColumnType, Row, readCell, type Table } from '@placard/contract'
import {
  isXlsx,
  readCsv,
  readSeparated,
  readXlsx,
  writeCsv,
  writeXlsx,
  zipOf as zipOfFiles,
} from '@placard/table-files'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textsOf } from '../save-file.ts'

const zipOf = (files: Record<string, string>) => zipOfFiles(new Map(Object.entries(files)))

const bytesOf = (text: string) => new TextEncoder().encode(text)
const problemOf = async (work: () => unknown) => {
  try {
    await work()
    return 'none'
  } catch (error) {
    return (error as { problem?: string }).problem
  }
}

describe('[DT9] CSV', () => {
  it.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\r\n1;2'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['bars', 'a|b\n1|2\n'],
    ['a line that names the separator', 'sep=;\r\na;b\r\n1;2\r\n'],
    ['old line ends', 'a,b\r1,2\r'],
  ])('with %s', (_, text) => {
    expect(readCsv(bytesOf(text))).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('with quotes, separators and line breaks in cells', () => {
    expect(readCsv(bytesOf('"a ""b""","c;d"\r\n"two\r\nlines",x\r\n'))).toEqual([
      ['a "b"', 'c;d'],
      ['two\nlines', 'x'],
    ])
  })

  it('in UTF-8 with and without a mark, UTF-16 both ways, and Windows-1252', () => {
    const text = 'Café,€\n'
    const utf16 = Uint8Array.from(
      [...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
    )
    const swapped = utf16.map((_, at) => utf16[at ^ 1] as number)
    const wanted = [['Café', '€']]
    expect(readCsv(bytesOf(text))).toEqual(wanted)
    expect(readCsv(bytesOf(`\uFEFF${text}`))).toEqual(wanted)
    expect(readCsv(Uint8Array.from([0xff, 0xfe, ...utf16]))).toEqual(wanted)
    expect(readCsv(Uint8Array.from([0xfe, 0xff, ...swapped]))).toEqual(wanted)
    expect(readCsv(Uint8Array.from([0x43, 0x61, 0x66, 0xe9, 0x2c, 0x80, 0x0a]))).toEqual(wanted)
  })

  it('with a million columns, too many rows or a cell of a megabyte is refused with its reason', async () => {
    expect(await problemOf(() => readCsv(bytesOf('x,'.repeat(1_000_000))))).toBe('too-large')
    expect(await problemOf(() => readCsv(bytesOf('x\n'.repeat(3_000))))).toBe('too-large')
    expect(await problemOf(() => readCsv(bytesOf(`a,b\n${'x'.repeat(1_000_000)},1\n`)))).toBe('too-large')
    expect(await problemOf(() => readCsv(Uint8Array.from([0, 1, 2, 255, 254, 0])))).toBe('unreadable')
  })

  it('that a spreadsheet reads has no formula, and is read as it was', () => {
    const texts = [
      ['Name'],
      ['=1+1'],
      ['+49 30'],
      ['-x'],
      ['@home'],
      ["'=quoted"],
      ["it's"],
      ['=HYPERLINK("http://x";"y")'],
    ]
    const written = writeCsv(texts, new Set([0]))
    for (const line of written.slice(1).split('\r\n')) expect(line.replace(/^"/, '')).not.toMatch(/^[=+\-@]/)
    expect(readCsv(bytesOf(written))).toEqual(texts)
  })

  it('of one column is not taken apart at its commas', () => {
    expect(readSeparated('one, two\nthree', '\t')).toEqual([['one, two'], ['three']])
  })
})

describe('[DT9] XLSX', () => {
  const parts = (sheet: string, more: Record<string, string> = {}) => ({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
    ...more,
  })

  it('formulas come as their values', async () => {
    const sheet =
      '<row r="1"><c r="A1" t="str"><f>1&amp;2</f><v>12</v></c><c r="B1"><f>1/4</f><v>0.25</v></c><c r="C1" t="b"><v>1</v></c></row>'
    expect(await readXlsx(await zipOf(parts(sheet)), 'de')).toEqual([['12', '0,25', 'yes']])
  })

  it('the formats of a sheet that begins at C3 are those of its own cells', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ [$€-407]"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>'
    const sheet =
      '<row r="3"><c r="C3" t="str"><v>Soup</v></c><c r="D3" s="1"><v>4.5</v></c></row><row r="5"><c r="D5"><v>4.5</v></c></row>'
    const texts = await readXlsx(await zipOf(parts(sheet, { 'xl/styles.xml': styles })), 'de')
    expect(texts.flat().filter((text) => text !== '')).toEqual(['Soup', '4,50 €', '4,5'])
  })

  it('a cell far away, an archive that unpacks to a hundred megabytes, and another archive are refused with their reasons', async () => {
    const far = await zipOf(parts('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))
    expect(await problemOf(() => readXlsx(far, 'en'))).toBe('too-large')
    const bomb = await zipOf(parts('', { 'xl/sharedStrings.xml': 'x'.repeat(100 * 2 ** 20) }))
    expect(bomb.length).toBeLessThan(2 ** 20)
    expect(await problemOf(() => readXlsx(bomb, 'en'))).toBe('too-large')
    const other = await zipOf({ 'word/document.xml': '<w/>' })
    expect(isXlsx(other)).toBe(true)
    expect(await problemOf(() => readXlsx(other, 'en'))).toBe('unreadable')
    expect(await problemOf(() => readXlsx(other.slice(0, 60), 'en'))).toBe('unreadable')
  })
})

describe('[DT9] a table that is written and read is itself', () => {
  const types: ColumnType[] = ['words', 'number', 'money', 'date', 'time', 'yes-no']
  const columns = types.map((type, at) =>
    Column.parse({
      id: `col00${at}`,
      name: type,
      type,
      ...(type === 'money' ? { currency: 'EUR' } : {}),
      position: String(at),
      revision: 1,
    }),
  )
  const words = fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      fc.constantFrom(
        '=1+1',
        '-5',
        '+x',
        "'=",
        ' a',
        'a,b;c',
        '"quoted"',
        'two\nlines',
        '_x0041_',
        '<b>&amp;',
        '12',
        'true',
      ),
    )
    .map((text) => readCell({ type: 'words' }, text, 'en'))
    .filter((read): read is { value: string } => 'value' in read && typeof read.value === 'string')
    .map(({ value }) => value)
  const two = (most: number) => fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'))
  const cells: fc.Arbitrary<CellValue>[] = [
    words,
    fc.double({ min: -1e12, max: 1e12, noNaN: true }).map((value) => value + 0),
    fc.integer({ min: -1e8, max: 1e8 }).map((cents) => cents / 100 + 0),
    fc
      .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
    fc.tuple(two(23), two(59)).map((parts) => parts.join(':')),
    fc.boolean(),
  ]
  const rows = fc.array(
    fc
      .tuple(...cells.map((cell) => fc.option(cell, { nil: undefined, freq: 6 })))
      // An empty row at the end is no row.
      .filter((row) => row.some((value) => value !== undefined)),
    { minLength: 1, maxLength: 8 },
  )
  const table = (language: string) => ({ columns, language, name: 'T' }) as unknown as Table
  const rowsOf = (values: readonly (readonly (CellValue | undefined)[])[]) =>
    values.map((row, at) =>
      Row.parse({
        id: `r${at}`,
        position: String(at),
        revision: 1,
        cells: Object.fromEntries(
          row.flatMap((value, index) => (value === undefined ? [] : [[columns[index]?.id, value]])),
        ),
      }),
    )
  const valuesOf = (texts: readonly string[][], language: string) =>
    texts.slice(1).map((line) =>
      columns.map((column, at) => {
        const read = readCell(column, line[at] ?? '', language)
        return 'value' in read ? (read.value ?? undefined) : read.problem
      }),
    )

  it('by CSV, in every language', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom('en-GB', 'de', 'fr', 'ar-EG'), (values, language) => {
        const texts = textsOf(table(language), rowsOf(values))
        const again = readCsv(bytesOf(writeCsv(texts, new Set([0]))))
        expect(valuesOf(again, language)).toEqual(values)
      }),
    )
  })

  it('by XLSX, in every language', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom('en-GB', 'de', 'fr', 'ar-EG'), async (values, language) => {
        const blob = await writeXlsx(table(language), rowsOf(values))
        const again = await readXlsx(new Uint8Array(await blob.arrayBuffer()), language)
        expect(again[0]).toEqual(types)
        expect(valuesOf(again, language)).toEqual(values)
      }),
    )
  })
})
