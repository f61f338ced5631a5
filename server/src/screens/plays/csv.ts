/**
 * Text that a spreadsheet would treat as a formula: also after spaces, with the full-width characters of East Asia, or after a
 * character that the spreadsheet drops ([B97]).
 */
const FORMULA = /^[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*[=+\-@\t\r\n|%＝＋－＠]/

/**
 * Writes one row of a table (RFC 4180). Text that begins like a formula gets a leading apostrophe, which marks it as text in
 * spreadsheets.
 */
export function writeRow(cells: readonly (string | number)[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

function writeCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
