import { MAX_PAGE_TEXT_CHARACTERS } from '@placard/contract'

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
const GLASS = { width: 1920, height: 1080 }
const UPRIGHT = { width: 1080, height: 1920 }
/** Of the glass's height (CT10): what is smaller is not read from where people stand. */
const READABLE_PX = 38
/** Letters so high are read from a metre away. */
const PX_PER_METRE = 14

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

/** @returns undefined where they are large enough, or there are none */
export function legibilityOf(pages: readonly (PageSize & { smallest: number | null })[]): Legibility | undefined {
  const scaleTo = (glass: PageSize, { width, height }: PageSize) => Math.min(glass.width / width, glass.height / height)
  let worst: Legibility | undefined
  for (const page of pages) {
    if (page.smallest === null) continue
    const px = page.smallest * scaleTo(GLASS, page)
    if (px >= READABLE_PX || (worst && px >= worst.px)) continue
    worst = {
      px: Math.round(px),
      uprightPx: Math.round(page.smallest * scaleTo(UPRIGHT, page)),
      metres: Math.max(0.5, Math.round((px / PX_PER_METRE) * 2) / 2),
      points: Math.ceil(READABLE_PX / scaleTo(GLASS, page)),
    }
  }
  return worst
}
