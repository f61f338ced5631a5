/**
 * Text that a spreadsheet takes for a formula, also behind spaces, in the wide letters of East Asia, or behind a sign that it drops
 * ([B97]).
 */
const FORMULA = /^[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*[=+\-@\t\r\n|%＝＋－＠]/

/**
 * One line of a table (RFC 4180). Text that begins like a formula gets an apostrophe in front of it, by which a spreadsheet
 * knows it as text.
 */
export function writeRow(cells: readonly (string | number)[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

function writeCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
