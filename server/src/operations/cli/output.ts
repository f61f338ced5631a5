/**
 * Characters that a terminal obeys instead of showing, or that turn what follows: a title or a file must not write over
 * the screen of who reads about it.
 */
const COMMANDING = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu

/** One line for a terminal, with what it would obey as code points. */
export function printable(line: string): string {
  return line.replace(COMMANDING, (character) => `\\u{${codeOf(character)}}`)
}

/** A line that begins with a mark, with the mark in the colour of what it says. */
export function coloured(line: string): string {
  const colour = COLOURS[line.slice(0, 2)]
  return colour === undefined ? line : `\u001b[${colour}m${line.slice(0, 1)}\u001b[0m${line.slice(1)}`
}

/** Green, yellow, red, dim. */
const COLOURS: Record<string, number> = { '✓ ': 32, '! ': 33, '✗ ': 31, '– ': 2 }

/** JSON for machines that is safe to look at as well. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return text.replace(COMMANDING, (character) =>
    character === '\n' ? character : `\\u${codeOf(character).padStart(4, '0')}`,
  )
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16)
}

/** Rows as lines, their columns below each other. */
export function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => printable(row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, column) => printable(cell).padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
