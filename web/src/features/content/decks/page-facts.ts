import {
  DEFAULT_DIAGONAL_INCHES,
  DEFAULT_DISTANCE_CM,
  type Glass,
  MAX_PAGE_TEXT_CHARACTERS,
  REFERENCE_HEIGHT_PX,
} from '@placard/contract'
import { hardest, leastLetters, lettersOnGlass, readFromMetres } from '@placard/playback'

/** A run of letters of a page. */
export type TextRun = { str: string; transform: number[]; fontName: string; hasEOL: boolean }

/** All words of a page, as they stand there. */
export function wordsOf(runs: readonly TextRun[]): string {
  return (
    runs
      .map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str))
      .join('')
      // PostgreSQL takes no NUL, and nobody reads the others.
      .replace(/[^\P{Cc}\n]/gu, ' ')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n[\n ]*/g, '\n')
      .trim()
      .slice(0, MAX_PAGE_TEXT_CHARACTERS)
      .toWellFormed()
  )
}

/** A single mark or a page number is no text that somebody reads. */
const FEW = 0.03

/**
 * How high the smallest letters are, in the page's own units (points, unless it says otherwise).
 *
 * @returns null on a page without text, like one that was scanned
 */
export function smallestLetter(runs: readonly TextRun[]): number | null {
  const sizes = runs
    .map(({ str, transform }) => ({
      letters: str.trim().length,
      size: Math.hypot(transform[2] ?? 0, transform[3] ?? 0),
    }))
    .filter(({ letters, size }) => letters > 0 && size > 0)
    .sort((one, other) => one.size - other.size)
  const all = sizes.reduce((sum, { letters }) => sum + letters, 0)
  let passed = 0
  for (const { letters, size } of sizes) {
    passed += letters
    if (passed > all * FEW) return size
  }
  return null
}

/** Beyond Latin, Greek and Cyrillic nothing stands in for a font that does not come with the document. */
const OTHER_LETTERS =
  /(?![\u2000-\u2BFF\uFFFD])[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}\p{C}]/u

/** @param isMissing of a font: its letters are not in the document */
export function lackingLetters(runs: readonly TextRun[], isMissing: (fontName: string) => boolean): boolean {
  return runs.some(({ str, fontName }) => OTHER_LETTERS.test(str) && isMissing(fontName))
}

type PageSize = { width: number; height: number }

/** A screen as it mostly is: of a document nobody knows yet on which it will be. */
const USUAL: Glass = {
  diagonalInches: DEFAULT_DIAGONAL_INCHES,
  distanceCm: DEFAULT_DISTANCE_CM,
  widthPx: 1920,
  heightPx: 1080,
}

/** How the smallest letters of pages will be read from the glass. */
export type Legibility = {
  /** Their height on a glass of 1920 by 1080, and on one that stands upright. */
  px: number
  uprightPx: number
  /** From so far away they are read. */
  metres: number
  /** So high they would have to be in the document, in points. */
  points: number
}

/**
 * @param glasses on which it will be; none: a usual one
 * @returns undefined where they are large enough, or there are none
 */
export function legibilityOf(
  pages: readonly (PageSize & { smallest: number | null })[],
  glasses: readonly Glass[] = [],
): Legibility | undefined {
  const glass = hardest(glasses.length > 0 ? glasses : [USUAL])
  let worst: Legibility | undefined
  for (const { width, height, smallest } of pages) {
    if (smallest === null) continue
    const sizeOn = (one: Glass) => lettersOnGlass(smallest / height, { width, height }, one)
    const size = sizeOn(glass)
    const px = Math.round(size * REFERENCE_HEIGHT_PX)
    if (size >= leastLetters(glass) || (worst && px >= worst.px)) continue
    const [widthPx, heightPx] = [Math.min(glass.widthPx, glass.heightPx), Math.max(glass.widthPx, glass.heightPx)]
    worst = {
      px,
      uprightPx: Math.round(sizeOn({ ...glass, widthPx, heightPx }) * REFERENCE_HEIGHT_PX),
      metres: Math.max(0.5, Math.round(readFromMetres(size, glass) * 10) / 10),
      points: Math.ceil((smallest * leastLetters(glass)) / size),
    }
  }
  return worst
}
