import type { Box } from '../corners/give-way.ts'
import { balancedWidth, findFit, LEAST_LETTER, paged } from './fit.ts'
import { giveWay } from './give-way.ts'

/** The layout of a notice on the screen. */
export type Layout = {
  /** The size of its smallest letters except the byline's, in px of the screen's layout. */
  smallestPx: number
  /** False when a part is too long for a page of its own. */
  fits: boolean
  /** The parts of each page, from an index to just before another. */
  pages: [from: number, to: number][]
}

/** The byline's size relative to the body's letters. */
const SMALL = 0.62
/** In a band, letters may be larger by this factor for its height. */
const LOW_LETTERS = 2.5

/**
 * Sets a notice in the largest letters that fit. If not even the smallest fit, the picture beside the text is removed
 * first. If that is not enough, the text is divided into pages.
 *
 * @param root the notice in the page, in its final size
 * @param sidePx the shorter side of the screen, or of the zone
 * @param options.wholeSidePx the screen's shorter side
 * @param options.corners boxes on the screen that no text may touch
 * @param options.isLow in a band: the body is beside the heading, so the letters may be larger for the band's height
 */
export function layOut(
  root: HTMLElement,
  sidePx: number,
  {
    wholeSidePx = sidePx,
    corners = [],
    isLow = false,
  }: { wholeSidePx?: number; corners?: readonly Box[]; isLow?: boolean } = {},
): Layout {
  const headings = all(root, '.notice-heading')
  const texts = all(root, '.notice-text')
  const hasBody = root.querySelector('.notice-block') !== null
  const leastPx = Math.ceil(wholeSidePx * LEAST_LETTER)

  function set(letterPx: number, headingPx: number): void {
    root.style.setProperty('--small', `${Math.max(leastPx, Math.round(letterPx * SMALL))}px`)
    for (const text of texts) text.style.fontSize = `${letterPx}px`
    for (const heading of headings) heading.style.fontSize = `${headingPx}px`
  }
  const parts = all(root, '.notice-box').length > 1 ? 'apart' : hasBody ? 'together' : 'heading'
  const find = () => {
    giveWay(root, corners, wholeSidePx)
    return findFit(
      isLow ? sidePx * LOW_LETTERS : sidePx,
      parts,
      (letterPx, headingPx) => {
        set(letterPx, headingPx)
        return isWithin(root)
      },
      leastPx,
    )
  }

  const balanced = all(root, '.notice-heading, div.notice-part')
  for (const part of balanced) part.style.maxWidth = ''
  showParts(root, undefined)
  root.classList.remove('notice-broken', 'notice-plain')
  let fit = find()
  for (const name of ['notice-plain', 'notice-broken']) {
    if (fit.fits) break
    root.classList.add(name)
    fit = find()
  }
  set(fit.letterPx, fit.headingPx)
  if (!isLow) for (const part of balanced) balance(part)

  let pages: Layout['pages'] = [[0, partsOf(root).length]]
  let { fits } = fit
  if (!fits) {
    pages = paged(partsOf(root).length, (from, to) => {
      showParts(root, [from, to])
      return isWithin(root)
    })
    fits = pages.every((page) => {
      showParts(root, page)
      return isWithin(root)
    })
    showParts(root, pages[0])
  }
  return { smallestPx: hasBody ? fit.letterPx : fit.headingPx, fits, pages }
}

/** True when all the text is within its boxes in its present sizes. */
export function isWithin(root: HTMLElement): boolean {
  return all(root, '.notice-box').every((box) => {
    const text = box.firstElementChild as HTMLElement
    return text.offsetHeight <= box.clientHeight && text.scrollWidth <= text.clientWidth + 1
  })
}

/** @param page undefined means all pages */
export function showParts(root: HTMLElement, page: [from: number, to: number] | undefined): void {
  partsOf(root).forEach((part, index) => {
    part.hidden = page !== undefined && (index < page[0] || index >= page[1])
  })
}

const all = (root: HTMLElement, selector: string) => Array.from(root.querySelectorAll<HTMLElement>(selector))
const partsOf = (root: HTMLElement) => all(root, '.notice-sheet .notice-heading, .notice-part')

/** Makes the lines about equally long, so that no line has a single word. */
function balance(part: HTMLElement): void {
  const widthPx = balancedWidth(part.parentElement?.clientWidth ?? 0, (px) => {
    part.style.maxWidth = `${px}px`
    return part.scrollWidth > part.clientWidth + 1 ? Number.POSITIVE_INFINITY : part.offsetHeight
  })
  part.style.maxWidth = `${widthPx}px`
}
