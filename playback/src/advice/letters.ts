import { type Notice, noticeBlocks, type ScreenSize } from '@placard/contract'

// The required size of letters, and the size that they will have.

/** The height of a capital letter, relative to the font size. */
const CAPITAL_EM = 0.716
/** Letters can be read from 200 times their height: between the 16 and 22 minutes of arc of ISO. */
const HEIGHTS_AWAY = 200
const CM_PER_INCH = 2.54
/** For a screen that has not reported its size. */
const USUAL_ASPECT = 16 / 9

/** The shorter side of the screen, in cm. */
function shorterSideCm({ diagonalInches, widthPx, heightPx }: ScreenSize): number {
  const aspect = widthPx > 0 && heightPx > 0 ? Math.max(widthPx, heightPx) / Math.min(widthPx, heightPx) : USUAL_ASPECT
  return (diagonalInches * CM_PER_INCH) / Math.hypot(1, aspect)
}

/** The smallest letters that can be read from the viewing distance, as a share of the screen's shorter side. */
export function leastLetters(screen: ScreenSize): number {
  return screen.distanceCm / HEIGHTS_AWAY / CAPITAL_EM / shorterSideCm(screen)
}

/** The distance from which letters can be read, in metres. @param share their size, as a share of the screen's shorter side */
export function readFromMetres(share: number, screen: ScreenSize): number {
  return (share * shorterSideCm(screen) * CAPITAL_EM * HEIGHTS_AWAY) / 100
}

/** The room of the content in pixels: that of its zone. For a screen that has not reported its size, the usual one. */
export const widthOf = ({ widthPx, zone }: ScreenSize) => ((widthPx || 1920) * (zone?.width ?? 100)) / 100
export const heightOf = ({ heightPx, zone }: ScreenSize) => ((heightPx || 1080) * (zone?.height ?? 100)) / 100

/** The shorter side of the whole screen, in pixels. */
const shorterSidePx = ({ widthPx, heightPx }: ScreenSize) => Math.min(widthPx || 1920, heightPx || 1080)

/**
 * The size of the letters on a page that is shown whole.
 *
 * @param letters as a share of the page's height
 * @returns as a share of the screen's shorter side
 */
export function lettersOnScreen(letters: number, page: { width: number; height: number }, screen: ScreenSize): number {
  const [width, height] = [widthOf(screen), heightOf(screen)]
  const scale = Math.min(width / page.width, height / page.height)
  return (letters * page.height * scale) / shorterSidePx(screen)
}

/**
 * The screen on which letters are hardest to read.
 *
 * @param sizeOn their size, as a share of the screen's shorter side. Absent: the same on all screens
 */
export function hardest(screens: readonly ScreenSize[], sizeOn: (screen: ScreenSize) => number = () => 1): ScreenSize {
  const need = (screen: ScreenSize) => leastLetters(screen) / sizeOn(screen)
  return screens.reduce((one, other) => (need(other) > need(one) ? other : one))
}

/** The values that the player uses to fit text (`player/src/stage/notice/fit.ts`). */
const LEAST_LETTER = 0.035
const LARGEST_LETTER = 0.09
const COMFORTABLE_LETTER = 0.055
const LARGEST_HEADING = 0.24
const RATIOS = [2.3, 1.9, 1.6, 1.3]
/** The average width of a letter, relative to its font size: for Latin, and for Chinese, Japanese and Korean. */
const LETTER_EM = 0.54
const WIDE_EM = 1
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** The room for text without the margins and the footer, as shares of the screen's shorter side, on a landscape screen. */
const ROOM = { width: 1.55, height: 0.68 }

/** The room in a zone, which has the margins of a smaller screen. `side` is its shorter side. All are shares of the screen's. */
function roomOn(screen: ScreenSize | undefined): { width: number; height: number; side: number } {
  if (!screen?.zone) return { ...ROOM, side: 1 }
  const whole = shorterSidePx(screen)
  const [width, height] = [widthOf(screen) / whole, heightOf(screen) / whole]
  return {
    width: (width * ROOM.width) / USUAL_ASPECT,
    height: height * ROOM.height,
    side: Math.min(width, height),
  }
}

/**
 * An estimate of a notice's letter size, as a share of the screen's shorter side, if it has not been laid out. It is off by
 * about a tenth.
 *
 * @param screen the screen with its zone; absent: a landscape screen
 */
export function estimatedLetters({ heading, body }: Pick<Notice, 'heading' | 'body'>, screen?: ScreenSize): number {
  const room = roomOn(screen)
  const lines = noticeBlocks(body).flatMap((block) =>
    block.lines.map((spans) => spans.map(({ text }) => text).join('')),
  )
  const blocks = noticeBlocks(body).length
  const heightWith = (words: number, title: number) =>
    rows(heading, title, room.width) * title * 1.1 +
    lines.reduce((sum, line) => sum + rows(line, words, room.width) * words * 1.34, 0) +
    blocks * words * 0.6
  const largestHeading = LARGEST_HEADING * room.side
  if (lines.length === 0) return largest(largestHeading, (size) => heightWith(0, size) <= room.height)
  let best = LEAST_LETTER
  for (const ratio of heading === '' ? [1] : RATIOS) {
    const fits = (one: number) => heightWith(one, Math.min(one * ratio, largestHeading)) <= room.height
    best = Math.max(best, largest(LARGEST_LETTER * room.side, fits))
    if (best >= COMFORTABLE_LETTER * room.side) break
  }
  return best
}

/** The number of lines that a text takes at a letter size. */
function rows(text: string, size: number, width: number): number {
  if (text === '') return 0
  const em = WIDE.test(text) ? WIDE_EM : LETTER_EM
  return Math.ceil((text.length * em * size) / width)
}

/** Accurate to one line of 1080. */
function largest(most: number, fits: (size: number) => boolean): number {
  let [low, high] = [LEAST_LETTER, Math.max(LEAST_LETTER, most)]
  while (high - low > 1 / 2160) {
    const middle = (low + high) / 2
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
