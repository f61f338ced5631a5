import type { ManifestLine } from '@placard/contract'

/**
 * The ticker as an endless tape: lines stand on it one behind the other, and it runs past the window at a constant pace.
 * Places are px on the tape; 0 is what enters the window at the moment `startedAt`. All of it is arithmetic; the DOM is
 * somebody else's.
 */
export type Tape = {
  /** Milliseconds of the animation timeline. */
  startedAt: number
  /** px per ms */
  pace: number
  pieces: Piece[]
  /** The place of the next piece. */
  end: number
  /** The next piece: an index into the lines, and into the pieces of that line. */
  next: { line: number; part: number }
}

/** A line, or as much of it as one layer can hold. */
export type Piece = { lineId: string; line: number; part: number; parts: number; left: number; width: number }

/** The facts that the tape needs of the lines on it. */
export type Setting = {
  /** Of each line, the widths of its pieces in px. */
  widths: number[][]
  windowPx: number
  /** Between two lines. */
  gapPx: number
  /** Between two pieces of one line. */
  blankPx: number
}

export function startTape(startedAt: number, pace: number): Tape {
  return { startedAt, pace, pieces: [], end: 0, next: { line: 0, part: 0 } }
}

/** The place that is entering the window at `now`. */
export function entering(tape: Tape, now: number): number {
  return (now - tape.startedAt) * tape.pace
}

/** When a piece begins to enter, and how long it then takes until the last of it has left the window. */
export function passage(tape: Tape, piece: Piece, windowPx: number): { entersAt: number; durationMs: number } {
  return { entersAt: tape.startedAt + piece.left / tape.pace, durationMs: (windowPx + piece.width) / tape.pace }
}

/**
 * The gap behind the last line. Lines that do not fill the window come round no sooner than their beginning has crossed
 * it: nothing is on the glass twice.
 */
export function gapAfterLast({ widths, windowPx, gapPx, blankPx }: Setting): number {
  let roundPx = 0
  widths.forEach((parts, index) => {
    if (index > 0) roundPx += gapPx
    parts.forEach((width, part) => {
      roundPx += part > 0 ? blankPx + width : width
    })
  })
  return Math.max(gapPx, windowPx - roundPx)
}

/** Lays pieces until the tape reaches `until`. Lines without width would never fill it: they are given a px each. */
export function lay(tape: Tape, lines: ManifestLine[], setting: Setting, until: number): Tape {
  if (lines.length === 0) return tape
  const pieces = tape.pieces.slice()
  let { end, next } = tape
  while (end <= until) {
    const line = next.line % lines.length
    const widths = setting.widths[line] ?? []
    const width = Math.max(1, widths[next.part] ?? 0)
    const parts = Math.max(1, widths.length)
    pieces.push({ lineId: lines[line]?.id ?? '', line, part: next.part, parts, left: end, width })
    end += width
    if (next.part + 1 < parts) {
      end += setting.blankPx
      next = { line, part: next.part + 1 }
    } else {
      end += line === lines.length - 1 ? gapAfterLast(setting) : setting.gapPx
      next = { line: (line + 1) % lines.length, part: 0 }
    }
  }
  return { ...tape, pieces, end, next }
}

/** Without the pieces that have left the window for good. */
export function trim(tape: Tape, now: number, windowPx: number): Tape {
  const gone = entering(tape, now) - windowPx
  return { ...tape, pieces: tape.pieces.filter((piece) => piece.left + piece.width > gone) }
}

/**
 * The tape after an edit: what is on the glass, or about to be, stays where it is; behind it the new lines begin, with the
 * first that is new or changed (P9: at once), and in their order from there. A line that has begun is finished.
 *
 * @param from nothing before this place may change: where the tape enters, and a little
 */
export function splice(tape: Tape, before: ManifestLine[], after: ManifestLine[], from: number, gapPx: number): Tape {
  let count = 0
  tape.pieces.forEach((piece, index) => {
    if (piece.left < from || (piece.part > 0 && count === index)) count = index + 1
  })
  const pieces = tape.pieces.slice(0, count)
  const last = pieces[pieces.length - 1]
  const end = last === undefined ? from : Math.max(from, last.left + last.width + gapPx)
  return { ...tape, pieces, end, next: { line: nextLine(before, after, last), part: 0 } }
}

/** The place at which the new lines begin, behind `last`, the last of the old lines that stays. */
function nextLine(before: ManifestLine[], after: ManifestLine[], last: Piece | undefined): number {
  const textBefore = new Map(before.map((line) => [line.id as string, line.text]))
  const changed = after.findIndex((line) => textBefore.get(line.id) !== line.text)
  if (changed >= 0) return changed
  if (!last) return 0
  const at = after.findIndex((line) => line.id === last.lineId)
  // A line that went has left its place to the one behind it.
  return (at >= 0 ? at + 1 : last.line) % Math.max(1, after.length)
}

export function isSameText(one: ManifestLine[], other: ManifestLine[]): boolean {
  return (
    one.length === other.length &&
    one.every((line, index) => line.id === other[index]?.id && line.text === other[index]?.text)
  )
}
