import { balancedWidth, findFit, LEAST_LETTER, paged } from './fit.ts'

/** How a notice stands on the glass. */
export type Layout = {
  /** Of its smallest letters but those of the byline, in px of the glass's own layout. */
  smallestPx: number
  /** False: a part of it is too long for a page of its own. */
  fits: boolean
  /** The parts of each page, from one to just before another. */
  pages: [from: number, to: number][]
}

/** The byline's size, in letters of the body. */
const SMALL = 0.62

/**
 * Sets a notice in the largest letters that fit. Where not even the least do, the picture beside the words goes first, and then they
 * are divided into pages.
 *
 * @param root the notice in the page, as large as it is going to be
 * @param sidePx the glass's shorter side
 */
export function layOut(root: HTMLElement, sidePx: number): Layout {
  const headings = all(root, '.notice-heading')
  const texts = all(root, '.notice-text')
  const hasBody = root.querySelector('.notice-block') !== null
  const leastPx = Math.ceil(sidePx * LEAST_LETTER)

  function set(letterPx: number, headingPx: number): void {
    root.style.setProperty('--small', `${Math.max(leastPx, Math.round(letterPx * SMALL))}px`)
    for (const text of texts) text.style.fontSize = `${letterPx}px`
    for (const heading of headings) heading.style.fontSize = `${headingPx}px`
  }
  const parts = all(root, '.notice-box').length > 1 ? 'apart' : hasBody ? 'together' : 'heading'
  const find = () =>
    findFit(sidePx, parts, (letterPx, headingPx) => {
      set(letterPx, headingPx)
      return isWithin(root)
    })

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

/** Tells whether all the words are within their boxes, in the sizes that they have. */
export function isWithin(root: HTMLElement): boolean {
  return all(root, '.notice-box').every((box) => {
    const text = box.firstElementChild as HTMLElement
    return text.offsetHeight <= box.clientHeight && text.scrollWidth <= text.clientWidth + 1
  })
}

/** @param page undefined: all of them */
export function showParts(root: HTMLElement, page: [from: number, to: number] | undefined): void {
  partsOf(root).forEach((part, index) => {
    part.hidden = page !== undefined && (index < page[0] || index >= page[1])
  })
}

const all = (root: HTMLElement, selector: string) => Array.from(root.querySelectorAll<HTMLElement>(selector))
const partsOf = (root: HTMLElement) => all(root, '.notice-sheet .notice-heading, .notice-part')

/** Lines of about one length: none is left with a word alone. */
function balance(part: HTMLElement): void {
  const widthPx = balancedWidth(part.parentElement?.clientWidth ?? 0, (px) => {
    part.style.maxWidth = `${px}px`
    return part.scrollWidth > part.clientWidth + 1 ? Number.POSITIVE_INFINITY : part.offsetHeight
  })
  part.style.maxWidth = `${widthPx}px`
}
