import type { ManifestLine } from '@placard/contract'
import type { Said } from '../ticker/piece.ts'

/**
 * The ticker of a wall: a tape whose place is a function of the lines and of the server's clock alone, so that all members
 * show the same one without talking to each other [LY8]. Lengths are px on a picture that is REFERENCE_HEIGHT_PX high, and
 * are the same on all members. This file only calculates. It does not touch the DOM.
 */
export type CommonTape = {
  /** The pieces that are in the window at some moment between two times, by the server's clock. */
  between(from: number, to: number): Pass[]
}

/** One way of a piece through the window. */
export type Pass = {
  lineId: string
  /** The text of the whole line. It decides the direction. */
  text: string
  piece: string
  /** Index of the piece in its line. */
  part: number
  /** When its line begins to enter, by the server's clock. */
  beganAt: number
  entersAt: number
  width: number
}

export type CommonSetting = {
  windowPx: number
  gapPx: number
  blankPx: number
  /** px per ms */
  pace: number
}

/**
 * The tape begins anew at multiples of this, by the server's clock. A member that starts lays the tape from there on. At its
 * end, no line begins that could not enter completely.
 */
export const PERIOD_MS = 4 * 60 * 60_000

/**
 * @param said the pieces of a line with its words at a moment, and their widths. It must be the same on all members
 * @param now by the server's clock
 */
export function createCommonTape(
  lines: readonly ManifestLine[],
  said: (line: ManifestLine, at: number) => Said,
  { windowPx, gapPx, blankPx, pace }: CommonSetting,
  now: number,
): CommonTape {
  let periodAt = Math.floor(now / PERIOD_MS) * PERIOD_MS
  let index = 0
  /** The place of the next line, from the beginning of the period. */
  let end = 0
  /** The length of the lines since the first one, with their gaps. */
  let roundPx = 0
  let passes: Pass[] = []

  /** When the next line begins, or the next period. */
  const nextAt = () => periodAt + Math.min(end / pace, PERIOD_MS)
  const leavesAt = ({ entersAt, width }: Pass) => entersAt + (windowPx + width) / pace

  function lay(line: ManifestLine, from: number): void {
    const beganAt = periodAt + end / pace
    const { text, parts, widths } = said(line, beganAt)
    // A line without width counts as one px wide, because otherwise the tape would never fill.
    const width = Math.max(
      1,
      widths.reduce((sum, one) => sum + one + blankPx, -blankPx),
    )
    if (end > 0 && beganAt + (width + gapPx) / pace > periodAt + PERIOD_MS) {
      periodAt += PERIOD_MS
      index = 0
      end = 0
      roundPx = 0
      return
    }
    let left = end
    parts.forEach((piece, part) => {
      const own = widths[part] ?? 0
      const pass = { lineId: line.id, text, piece, part, beganAt, entersAt: periodAt + left / pace, width: own }
      if (leavesAt(pass) > from) passes.push(pass)
      left += own + blankPx
    })
    roundPx += width
    const isLast = index === lines.length - 1
    // Lines that do not fill the window are repeated only after their beginning has crossed it.
    const gap = isLast ? Math.max(gapPx, windowPx - roundPx) : gapPx
    end += width + gap
    roundPx = isLast ? 0 : roundPx + gap
    index = isLast ? 0 : index + 1
  }

  return {
    between(from, to) {
      for (let line = lines[index]; line && nextAt() <= to; line = lines[index]) lay(line, from)
      passes = passes.filter((pass) => leavesAt(pass) > from)
      return passes.filter(({ entersAt }) => entersAt <= to)
    },
  }
}
