/** Characters that control a terminal or change the direction of text. A title or a file name must not overwrite the reader's screen. */
const COMMANDING = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu

/** One line for a terminal, with control characters replaced by their code points. */
export function printable(line: string): string {
  return line.replace(COMMANDING, (character) => `\\u{${codeOf(character)}}`)
}

/** A line that begins with a mark, with the mark in its colour. */
export function coloured(line: string): string {
  const colour = COLOURS[line.slice(0, 2)]
  return colour === undefined ? line : `\u001b[${colour}m${line.slice(0, 1)}\u001b[0m${line.slice(1)}`
}

/** Green, yellow, red, dim. */
const COLOURS: Record<string, number> = { '✓ ': 32, '! ': 33, '✗ ': 31, '– ': 2 }

/** JSON for programs that is also safe to display. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return text.replace(COMMANDING, (character) =>
    character === '\n' ? character : `\\u${codeOf(character).padStart(4, '0')}`,
  )
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16)
}

/** Formats rows as lines with aligned columns. */
export function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => printable(row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, column) => printable(cell).padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
