import Papa from 'papaparse'
import { requireSize, type SizeLimits } from './size.ts'
import { TableFileError } from './table-file-error.ts'

/** Texts that Excel and others would read as formulas, and such texts with an apostrophe before them. */
const FORMULA = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/

/** Values of formulas that failed, as Excel and LibreOffice write them in English, German, French and Spanish. */
const FAILED =
  /^(?:#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!|NV|ZAHL!|BEZUG!|WERT!|NOM\?|NOMBRE!|VALEUR!|¡NUM!|¡REF!|¡VALOR!|¿NOMBRE\?)|Err:5\d\d)$/

/** Guards a text against being read as a formula. `readCsv` takes the guard away. */
const guarded = (text: string) => (FORMULA.test(text) ? `'${text}` : text)
const unguarded = (text: string) => (GUARDED.test(text) ? text.slice(1) : text)

/**
 * Reads CSV: separated by commas, semicolons, tabs or bars, in UTF-8, UTF-16 or Windows-1252, with or without quotes.
 *
 * @throws TableFileError too-large
 */
export function readCsv(bytes: Uint8Array, limits?: SizeLimits): string[][] {
  return readSeparated(decoded(bytes), undefined, limits).map((line) => line.map(unguarded))
}

/**
 * Reads text that is separated by tabs, commas, semicolons or bars. Formulas that failed are empty cells.
 *
 * @param delimiter undefined: found out
 */
export function readSeparated(text: string, delimiter?: string, limits?: SizeLimits): string[][] {
  const [, named, rest = text] = /^sep=(.)\r?\n([\s\S]*)$/.exec(text) ?? []
  const known = delimiter ?? named ?? (rest.includes('\t') && !/[,;|]/.test(rest) ? '\t' : undefined)
  // An empty line at the end would look like a line without separators.
  const { data } = Papa.parse<string[]>(rest.replace(/[\r\n]+$/, ''), {
    ...(known === undefined ? { delimitersToGuess: [',', ';', '\t', '|'] } : { delimiter: known }),
    skipEmptyLines: false,
    // One more than fits, so that it is told. The heading is a line as well.
    preview: 2_003,
  })
  const lines = data.map((line) => line.map((cell) => (FAILED.test(cell) ? '' : cell.replaceAll('\r\n', '\n'))))
  while (lines.at(-1)?.every((cell) => cell === '')) lines.pop()
  requireSize(lines, limits)
  return lines
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Every other byte sequence is read as what Excel writes in western Europe.
    const text = new TextDecoder('windows-1252').decode(bytes)
    if (text.includes('\u0000')) throw new TableFileError('unreadable')
    return text
  }
}

/**
 * Writes CSV by RFC 4180, in UTF-8 with a mark at its beginning, by which Excel knows the encoding.
 *
 * @param texts cells; those of `guardedColumns` are guarded against being read as formulas
 */
export function writeCsv(texts: readonly (readonly string[])[], guardedColumns: ReadonlySet<number>): string {
  const lines = texts.map((line, index) =>
    line.map((text, at) => (index === 0 || guardedColumns.has(at) ? guarded(text) : text)),
  )
  return `\uFEFF${Papa.unparse(lines, { newline: '\r\n' })}\r\n`
}
