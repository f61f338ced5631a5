import { type Column, DEFAULT_CURRENCY, decimalsOf } from '@placard/contract'

/** A cell that is not empty. */
export type XlsxCell = { kind: 'text'; text: string } | { kind: 'number' | 'date' | 'time' | 'yes-no'; value: number }

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** The styles of cells, by their numbers in `styles.xml`: plain, heading, date, time. Those of columns follow. */
const STYLES = { plain: 0, heading: 1, date: 2, time: 3, columns: 4 }
/** The number of the first format of our own. */
const FIRST_FORMAT = 164
const WIDTHS = { words: 32, number: 12, money: 14, date: 14, time: 10, 'yes-no': 10, picture: 40 }

/**
 * The files of an XLSX archive with one sheet (ECMA-376, part 1). Texts stand in the cells, so that there is no table of strings.
 *
 * @param rows cells by columns; undefined: empty
 */
export function sheetFiles(
  columns: readonly Column[],
  rows: readonly (readonly (XlsxCell | undefined)[])[],
): Record<string, string> {
  const formats = [...new Set(columns.flatMap((column) => formatOf(column) ?? []))]
  const styleOf = (column: Column, { kind }: XlsxCell): number => {
    const format = formatOf(column)
    if (format !== undefined) return STYLES.columns + formats.indexOf(format)
    return kind === 'date' || kind === 'time' ? STYLES[kind] : STYLES.plain
  }
  const heading = columns.map(({ name }, at) => textCell(addressOf(at, 1), STYLES.heading, name)).join('')
  const lines = rows.map((row, index) => {
    const number = index + 2
    const cells = columns.map((column, at) => {
      const cell = row[at]
      if (!cell) return ''
      const address = addressOf(at, number)
      if (cell.kind === 'text') return textCell(address, STYLES.plain, cell.text)
      const kind = cell.kind === 'yes-no' ? ' t="b"' : ''
      return `<c r="${address}" s="${styleOf(column, cell)}"${kind}><v>${cell.value}</v></c>`
    })
    return `<row r="${number}">${cells.join('')}</row>`
  })
  const widths = columns
    .map(({ type }, at) => `<col min="${at + 1}" max="${at + 1}" width="${WIDTHS[type]}" customWidth="1"/>`)
    .join('')
  const freeze =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesOf(formats),
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${MAIN}">${freeze}${widths && `<cols>${widths}</cols>`}<sheetData><row r="1">${heading}</row>${lines.join('')}</sheetData></worksheet>`,
  }
}

/** The format of the numbers of a column. undefined: the usual one. */
function formatOf({ type, currency = DEFAULT_CURRENCY, decimals }: Column): string | undefined {
  if (type === 'money') return `${withZeros('#,##0', decimalsOf(currency))} "${currency}"`
  return type === 'number' && decimals ? withZeros('0', decimals) : undefined
}

const withZeros = (whole: string, decimals: number) => (decimals > 0 ? `${whole}.${'0'.repeat(decimals)}` : whole)

function stylesOf(ofColumns: readonly string[]): string {
  const formats = ['yyyy-mm-dd', 'hh:mm', ...ofColumns]
  const list = formats
    .map((code, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${escaped(code)}"/>`)
    .join('')
  const style = (format: number, font = 0) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${format ? ' applyNumberFormat="1"' : ''}${font ? ' applyFont="1"' : ''}/>`
  const styles = [style(0), style(0, 1), ...formats.map((_, at) => style(FIRST_FORMAT + at))]
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${list}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`
}

const textCell = (address: string, style: number, text: string) =>
  `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Control characters are not XML. A cell has none but line breaks, and others are left out. */
function escaped(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // Spreadsheets read `_x0041_` as a character.
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
  )
}

/** `A1`, `AA2`. @param column from 0 @param row from 1 */
function addressOf(column: number, row: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return `${column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))}${letter}${row}`
}
