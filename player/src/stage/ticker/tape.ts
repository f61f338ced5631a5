import type { ManifestLine } from '@placard/contract'

/**
 * The ticker as an endless tape. Lines stand on it one after the other, and it moves past the window at a constant
 * speed. Places are px on the tape; 0 is the place that enters the window at `startedAt`. This file only calculates. It
 * does not touch the DOM.
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

/** A line, or the part of a line that fits in one layer. */
export type Piece = { lineId: string; line: number; part: number; parts: number; left: number; width: number }

/** The measurements of the lines that the tape needs. */
export type Setting = {
  /** The widths of the pieces of each line, in px. */
  widths: number[][]
  windowPx: number
  /** Distance between two lines. */
  gapPx: number
  /** Distance between two pieces of one line. */
  blankPx: number
}

export function startTape(startedAt: number, pace: number): Tape {
  return { startedAt, pace, pieces: [], end: 0, next: { line: 0, part: 0 } }
}

/** The place that enters the window at `now`. */
export function entering(tape: Tape, now: number): number {
  return (now - tape.startedAt) * tape.pace
}

/** The time at which a piece begins to enter, and the time it takes until the piece has left the window. */
export function passage(tape: Tape, piece: Piece, windowPx: number): { entersAt: number; durationMs: number } {
  return { entersAt: tape.startedAt + piece.left / tape.pace, durationMs: (windowPx + piece.width) / tape.pace }
}

/**
 * The gap after the last line. Lines that do not fill the window are repeated only after their beginning has crossed
 * it, so nothing is on the screen twice.
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

/**
 * Lays pieces until the tape reaches `until`. A line without width counts as one px wide, because otherwise the tape
 * would never fill.
 */
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

/** Removes the pieces that have left the window. */
export function trim(tape: Tape, now: number, windowPx: number): Tape {
  const gone = entering(tape, now) - windowPx
  return { ...tape, pieces: tape.pieces.filter((piece) => piece.left + piece.width > gone) }
}

/**
 * Changes the tape after an edit. Pieces that are on the screen, or about to enter, stay. After them the new lines
 * follow in their order, beginning with the first one that is new or changed (P9: at once). A line that has begun is
 * finished.
 *
 * @param from nothing before this place may change: the place that enters the window, plus a margin
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

/** The index at which the new lines begin, after `last`, the last old line that stays. */
function nextLine(before: ManifestLine[], after: ManifestLine[], last: Piece | undefined): number {
  const textBefore = new Map(before.map((line) => [line.id as string, line.text]))
  const changed = after.findIndex((line) => textBefore.get(line.id) !== line.text)
  if (changed >= 0) return changed
  if (!last) return 0
  const at = after.findIndex((line) => line.id === last.lineId)
  // If the line was removed, the next line is now in its place.
  return (at >= 0 ? at + 1 : last.line) % Math.max(1, after.length)
}

export function isSameText(one: ManifestLine[], other: ManifestLine[]): boolean {
  return (
    one.length === other.length &&
    one.every((line, index) => line.id === other[index]?.id && line.text === other[index]?.text)
  )
}
