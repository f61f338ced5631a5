import { TICKER_BULLET } from '@placard/contract'
import { type Direction, directionOf } from '@placard/playback'
import { split } from './split.ts'

/** The gap between two lines, and between two pieces of one line, in heights of the letters. */
export const GAP_EM = 1.6
export const BLANK_EM = 0.28

/** The text of a line when it was measured, its pieces, and their widths in px. */
export type Said = { text: string; parts: string[]; widths: number[] }

/** @param ruler an element of the band that shows nothing; its letters have the size that counts */
export function measure(ruler: HTMLElement, text: string, widestPx: number): Said {
  const widthOf = (some: string, direction: Direction, isBeginning: boolean) => {
    fill(ruler, some, direction, isBeginning)
    // The computed width, which does not depend on the rotation of the page. The bounding box of a turned line would be
    // as wide as it is high.
    return Number.parseFloat(getComputedStyle(ruler).width) || 0
  }
  const parts = split(text, (some) => widthOf(some, 'ltr', true), widestPx)
  return { text, parts, widths: parts.map((some, part) => widthOf(some, directionOf(some), part === 0)) }
}

/** Moves a piece through the window, in px. @param entersAt of the animation timeline, in ms */
export function moveAcross(
  element: HTMLElement,
  direction: Direction,
  windowPx: number,
  widthPx: number,
  entersAt: number,
  durationMs: number,
): Animation {
  const towards = direction === 'ltr' ? 1 : -1
  element.style.left = direction === 'ltr' ? '0' : 'auto'
  element.style.right = direction === 'ltr' ? 'auto' : '0'
  element.style.visibility = 'visible'
  // With `prefers-reduced-motion` the text still runs: this display exists to show it, and the lines outside the
  // window could not be read otherwise.
  const animation = element.animate(
    [
      { transform: `translate3d(${towards * windowPx}px, 0, 0)` },
      { transform: `translate3d(${-towards * widthPx}px, 0, 0)` },
    ],
    { duration: durationMs, fill: 'both', easing: 'linear' },
  )
  animation.startTime = entersAt
  return animation
}

/** [ST2] The height of the screen in its rotation. */
export function screenHeight(band: HTMLElement): number {
  return band.parentElement?.clientHeight || window.innerHeight
}

export function createPieceElement(): HTMLElement {
  const element = document.createElement('span')
  element.className = 'ticker-line'
  element.appendChild(document.createElement('span'))
  element.appendChild(document.createElement('bdi')).dir = 'auto'
  return element
}

/** The bullet stands where the line begins. The line's own direction decides that, not the page's. */
export function fill(element: HTMLElement, text = '', direction: Direction = 'ltr', isBeginning = false): void {
  const [bullet, words] = element.children as unknown as [Element, Element]
  element.dir = direction
  bullet.textContent = isBeginning ? `${TICKER_BULLET} ` : ''
  words.textContent = text
}

/** `document.timeline` came with Chromium 84. Before that, this clock had the same zero and the same speed as the timeline. */
export function timelineNow(): number {
  return Number((document.timeline as DocumentTimeline | undefined)?.currentTime ?? performance.now())
}
