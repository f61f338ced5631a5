import { type Box, roomBeside } from '../corners/give-way.ts'
import { balancedWidth, findFit, LEAST_LETTER, paged } from './fit.ts'

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
/** Between a text and what stands in a corner, as a share of the screen's shorter side. */
const GAP = 0.02

/**
 * Sets a notice in the largest letters that fit. If not even the smallest fit, the picture beside the text is removed
 * first. If that is not enough, the text is divided into pages.
 *
 * @param root the notice in the page, in its final size
 * @param sidePx the shorter side of the screen, or of the zone
 * @param options.glassSidePx the screen's shorter side
 * @param options.corners boxes on the screen that no text may touch
 */
export function layOut(
  root: HTMLElement,
  sidePx: number,
  { glassSidePx = sidePx, corners = [] }: { glassSidePx?: number; corners?: readonly Box[] } = {},
): Layout {
  const headings = all(root, '.notice-heading')
  const texts = all(root, '.notice-text')
  const hasBody = root.querySelector('.notice-block') !== null
  const leastPx = Math.ceil(glassSidePx * LEAST_LETTER)

  function set(letterPx: number, headingPx: number): void {
    root.style.setProperty('--small', `${Math.max(leastPx, Math.round(letterPx * SMALL))}px`)
    for (const text of texts) text.style.fontSize = `${letterPx}px`
    for (const heading of headings) heading.style.fontSize = `${headingPx}px`
  }
  const parts = all(root, '.notice-box').length > 1 ? 'apart' : hasBody ? 'together' : 'heading'
  const find = () => {
    giveWay(root, corners, glassSidePx * GAP)
    return findFit(
      sidePx,
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
  for (const part of balanced) balance(part)

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

/** [LY6] Keeps the areas of the text away from the corners. */
function giveWay(root: HTMLElement, corners: readonly Box[], gapPx: number): void {
  const screen = root.closest<HTMLElement>('.player')
  for (const area of all(root, '.notice-sheet, .notice-panel > .notice-box')) {
    const { style } = area
    style.padding = style.margin = style.maxHeight = ''
    if (!screen || corners.length === 0) continue
    const isSheet = area.classList.contains('notice-sheet')
    const present = getComputedStyle(area)
    const [top = 0, right = 0, bottom = 0, left = 0] = isSheet
      ? [present.paddingTop, present.paddingRight, present.paddingBottom, present.paddingLeft].map(Number.parseFloat)
      : []
    const place = placeIn(screen, area)
    // A text that is aligned to the bottom has this height at most.
    const most = Number.parseFloat(present.maxHeight)
    const height = most > 0 ? (root.clientHeight * most) / 100 : place.height
    const box = {
      x: place.x + left,
      y: place.y + place.height - height + top,
      width: place.width - left - right,
      height: height - top - bottom,
    }
    const room = roomBeside(box, corners, gapPx)
    if (room === box) continue
    const lost = {
      top: room.y - box.y,
      right: box.x + box.width - room.x - room.width,
      bottom: box.y + box.height - room.y - room.height,
      left: room.x - box.x,
    }
    if (most > 0) style.maxHeight = `${height - lost.top}px`
    const sides = [most > 0 ? top : top + lost.top, right + lost.right, bottom + lost.bottom, left + lost.left]
    style[isSheet ? 'padding' : 'margin'] = sides.map((px) => `${px}px`).join(' ')
  }
}

/** The box of an element on the screen, in px of the layout. */
function placeIn(screen: HTMLElement, element: HTMLElement): Box {
  let [x, y] = [0, 0]
  let part: HTMLElement | null = element
  while (part && part !== screen) {
    x += part.offsetLeft
    y += part.offsetTop
    part = part.offsetParent as HTMLElement | null
  }
  return { x, y, width: element.offsetWidth, height: element.offsetHeight }
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
