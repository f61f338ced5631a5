import {
  DEFAULT_DIAGONAL_INCHES,
  DEFAULT_DISTANCE_CM,
  MAX_PAGE_TEXT_CHARACTERS,
  REFERENCE_HEIGHT_PX,
  type ScreenSize,
} from '@placard/contract'
import { hardest, leastLetters, lettersOnScreen, readFromMetres } from '@placard/playback'

/** A run of text on a page. */
export type TextRun = { str: string; transform: number[]; fontName: string; hasEOL: boolean }

/** All text of a page, in its order there. */
export function wordsOf(runs: readonly TextRun[]): string {
  return (
    runs
      .map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str))
      .join('')
      // PostgreSQL rejects NUL, and other control characters are not readable.
      .replace(/[^\P{Cc}\n]/gu, ' ')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n[\n ]*/g, '\n')
      .trim()
      .slice(0, MAX_PAGE_TEXT_CHARACTERS)
      .toWellFormed()
  )
}

/** Less text than this share, such as a single mark or a page number, is ignored. */
const FEW = 0.03

/**
 * The height of the smallest letters, in the page's own units (points by default).
 *
 * @returns null for a page without text, for example a scanned one
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

/** Beyond Latin, Greek and Cyrillic there is no substitute for a font that is not embedded in the document. */
const OTHER_LETTERS =
  /(?![\u2000-\u2BFF\uFFFD])[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}\p{C}]/u

/** @param isMissing true for a font that is not embedded in the document */
export function lackingLetters(runs: readonly TextRun[], isMissing: (fontName: string) => boolean): boolean {
  return runs.some(({ str, fontName }) => OTHER_LETTERS.test(str) && isMissing(fontName))
}

type PageSize = { width: number; height: number }

/** A typical screen, for a document whose screens are not known yet. */
const USUAL: ScreenSize = {
  diagonalInches: DEFAULT_DIAGONAL_INCHES,
  distanceCm: DEFAULT_DISTANCE_CM,
  widthPx: 1920,
  heightPx: 1080,
}

/** The readability of the smallest letters of pages on a screen. */
export type Legibility = {
  /** Their height in pixels on a landscape screen of 1920 by 1080, and on the same in portrait. */
  px: number
  uprightPx: number
  /** The distance from which they can be read. */
  metres: number
  /** The height that they would need in the document, in points. */
  points: number
}

/**
 * @param screens the screens that will show the pages; empty: a typical one
 * @returns undefined if the letters are large enough, or if there are none
 */
export function legibilityOf(
  pages: readonly (PageSize & { smallest: number | null })[],
  screens: readonly ScreenSize[] = [],
): Legibility | undefined {
  const screen = hardest(screens.length > 0 ? screens : [USUAL])
  let worst: Legibility | undefined
  for (const { width, height, smallest } of pages) {
    if (smallest === null) continue
    const sizeOn = (one: ScreenSize) => lettersOnScreen(smallest / height, { width, height }, one)
    const size = sizeOn(screen)
    const px = Math.round(size * REFERENCE_HEIGHT_PX)
    if (size >= leastLetters(screen) || (worst && px >= worst.px)) continue
    const [widthPx, heightPx] = [Math.min(screen.widthPx, screen.heightPx), Math.max(screen.widthPx, screen.heightPx)]
    worst = {
      px,
      uprightPx: Math.round(sizeOn({ ...screen, widthPx, heightPx }) * REFERENCE_HEIGHT_PX),
      metres: Math.max(0.5, Math.round(readFromMetres(size, screen) * 10) / 10),
      points: Math.ceil((smallest * leastLetters(screen)) / size),
    }
  }
  return worst
}
