import { type Glass, type Notice, noticeBlocks } from '@placard/contract'

// How large letters have to be, and how large they will be.

/** Height of a capital letter, in the size of its font. */
const CAPITAL_EM = 0.716
/** Letters are read from a distance of 200 times their height: between ISO's 16 and 22 minutes of arc. */
const HEIGHTS_AWAY = 200
const CM_PER_INCH = 2.54
/** Of a glass that has told no size. */
const USUAL_ASPECT = 16 / 9

/** Of the glass's shorter side, in cm. */
function shorterSideCm({ diagonalInches, widthPx, heightPx }: Glass): number {
  const aspect = widthPx > 0 && heightPx > 0 ? Math.max(widthPx, heightPx) / Math.min(widthPx, heightPx) : USUAL_ASPECT
  return (diagonalInches * CM_PER_INCH) / Math.hypot(1, aspect)
}

/** The least size of letters that are read from where people stand, as a share of the glass's shorter side. */
export function leastLetters(glass: Glass): number {
  return glass.distanceCm / HEIGHTS_AWAY / CAPITAL_EM / shorterSideCm(glass)
}

/** From how far letters are read, in metres. @param share their size, in the glass's shorter side */
export function readFromMetres(share: number, glass: Glass): number {
  return (share * shorterSideCm(glass) * CAPITAL_EM * HEIGHTS_AWAY) / 100
}

/** In px; of a glass that has told no size, the usual ones. */
export const widthOf = ({ widthPx }: Glass) => widthPx || 1920
export const heightOf = ({ heightPx }: Glass) => heightPx || 1080

/**
 * How large the letters of a page will be that is shown whole.
 *
 * @param letters as a share of the page's height
 * @returns as a share of the glass's shorter side
 */
export function lettersOnGlass(letters: number, page: { width: number; height: number }, glass: Glass): number {
  const [width, height] = [widthOf(glass), heightOf(glass)]
  const scale = Math.min(width / page.width, height / page.height)
  return (letters * page.height * scale) / Math.min(width, height)
}

/** The one of these on which letters of a size are the hardest to read. */
export function hardest(glasses: readonly Glass[]): Glass {
  return glasses.reduce((one, other) => (leastLetters(other) > leastLetters(one) ? other : one))
}

/** As the player fits them (`player/src/stage/notice/fit.ts`). */
const LEAST_LETTER = 0.035
const LARGEST_LETTER = 0.09
const LARGEST_HEADING = 0.24
const RATIOS = [2.3, 1.9, 1.6, 1.3]
/** Of a letter, in its size: Latin ones, and those of Chinese, Japanese and Korean. */
const LETTER_EM = 0.54
const WIDE_EM = 1
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** The room for words beside the edges and the foot, in the glass's shorter side, of a glass that lies. */
const ROOM = { width: 1.55, height: 0.68 }

/**
 * How large the letters of a notice will be, as a share of the glass's shorter side, where nobody has laid it out: about a tenth off.
 */
export function estimatedLetters({ heading, body }: Pick<Notice, 'heading' | 'body'>): number {
  const lines = noticeBlocks(body).flatMap((block) =>
    block.lines.map((spans) => spans.map(({ text }) => text).join('')),
  )
  const blocks = noticeBlocks(body).length
  const heightOf = (words: number, title: number) =>
    rows(heading, title) * title * 1.1 +
    lines.reduce((sum, line) => sum + rows(line, words) * words * 1.34, 0) +
    blocks * words * 0.6
  if (lines.length === 0) return largest(LARGEST_HEADING, (size) => heightOf(0, size) <= ROOM.height)
  let best = LEAST_LETTER
  for (const ratio of heading === '' ? [1] : RATIOS) {
    const size = largest(LARGEST_LETTER, (one) => heightOf(one, Math.min(one * ratio, LARGEST_HEADING)) <= ROOM.height)
    best = Math.max(best, size)
    if (best >= 0.055) break
  }
  return best
}

/** The lines that a text takes in letters of a size. */
function rows(text: string, size: number): number {
  if (text === '') return 0
  const em = WIDE.test(text) ? WIDE_EM : LETTER_EM
  return Math.ceil((text.length * em * size) / ROOM.width)
}

/** To within 1080 lines. */
function largest(most: number, fits: (size: number) => boolean): number {
  let [low, high] = [LEAST_LETTER, most]
  while (high - low > 1 / 2160) {
    const middle = (low + high) / 2
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
