import type { Box } from '../corners/give-way.ts'
import { LARGEST_LETTER, LEAST_LETTER, largest } from '../notice/fit.ts'
import { giveWay } from '../notice/give-way.ts'
import { heightOf, inColumns, type Range } from './in-columns.ts'

/** The layout of a board on the screen. */
export type Layout = {
  /** The size of the letters of its rows, in px of the screen's layout. */
  letterPx: number
  /** The smallest letters on it. */
  smallestPx: number
  /** False when a row is too high for a page, or a word too wide for a line. */
  fits: boolean
  /** The rows of each column of each page. */
  pages: Range[][]
  /** The height of the rows of each page, in px. */
  heightsPx: number[]
}

/**
 * One way to set the rows. `isOneLine`: no name goes on in a second line. `isStacked`: the cells of a table's row are below its
 * name, for areas that are too narrow for columns.
 */
type Way = { columns: number; isOneLine: boolean; isStacked?: boolean }

/** The letters of names of columns and of notes, relative to those of rows. */
const SMALL = 0.66
const TITLE = 1.5
/** The title takes at most this share of the shorter side. */
const LARGEST_TITLE = 0.11
/** Heights are told in whole px, so each row may be this much higher. */
const ROUNDED_PX = 0.5
/** Rows of one line are easier to read, so they may have letters this much smaller. */
const ONE_LINE_COUNTS = 0.75

type Sizes = {
  /** The shorter side of the screen, or of the zone. */
  sidePx: number
  /** The screen's shorter side. */
  wholeSidePx: number
  /** Boxes on the screen that no text may touch. */
  corners: readonly Box[]
  /** The most columns that rows may be divided into. */
  columns: number
  /** True: it is a table, whose rows are best in one line. */
  isTable: boolean
  /** The largest letters, as a share of the shorter side. */
  largestShare?: number | undefined
  /** The small letters, relative to those of rows. */
  small?: number | undefined
}

/**
 * Sets a board in the largest letters with which all rows fit. If not even the smallest fit, the rows are divided into as few
 * pages as possible, and the letters are as large as this number of pages allows.
 *
 * @param root the board in the page, in its final size
 */
export function layOut(root: HTMLElement, sizes: Sizes): Layout {
  const { sidePx, wholeSidePx, corners, columns, isTable, largestShare = LARGEST_LETTER, small = SMALL } = sizes
  const leastPx = Math.ceil(wholeSidePx * LEAST_LETTER)
  const mostPx = Math.max(leastPx, Math.floor(sidePx * largestShare))
  const [box, text] = [one(root, '.notice-box'), one(root, '.notice-text')]
  const head = root.querySelector<HTMLElement>('.board-table thead')
  const parts = partsOf(root)

  const smallPx = (letterPx: number) => Math.max(leastPx, Math.round(letterPx * small))
  function set(letterPx: number, { columns: count, isOneLine, isStacked = false }: Way): void {
    root.style.setProperty('--letter', `${letterPx}px`)
    root.style.setProperty('--small', `${smallPx(letterPx)}px`)
    root.style.setProperty('--title', `${Math.max(leastPx, Math.min(letterPx * TITLE, sidePx * LARGEST_TITLE))}px`)
    root.style.setProperty('--columns', String(count))
    root.classList.toggle('board-one-line', isOneLine)
    root.classList.toggle('board-stacked', isStacked)
  }
  const roomPx = () => box.clientHeight - (head ? head.offsetHeight : 0)
  const bounded = isTable ? parts : Array.from(root.querySelectorAll<HTMLElement>('.notice-part, .board-tile'))
  const isWide = () => [text, ...bounded].some((one) => one.scrollWidth > one.clientWidth + 1)

  function measure(letterPx: number, way: Way) {
    set(letterPx, way)
    const heights = parts.map((part) => part.offsetHeight + ROUNDED_PX)
    const room = roomPx()
    const pages = inColumns(heights, room, way.columns)
    return { heights, pages, isTooWide: isWide(), isTooHigh: heights.some((height) => height > room) }
  }
  const isWithin = (letterPx: number, way: Way, most: number) => {
    const { pages, isTooWide, isTooHigh } = measure(letterPx, way)
    return !isTooWide && !isTooHigh && pages.length <= most
  }
  let ways: Way[] = isTable
    ? [
        { columns: 1, isOneLine: true },
        { columns: 1, isOneLine: false },
      ]
    : Array.from({ length: 2 * columns }, (_, index) => ({
        columns: Math.floor(index / 2) + 1,
        isOneLine: index % 2 === 0,
      }))

  const worthOf = ({ isOneLine }: Way, letterPx: number) => letterPx * (isOneLine ? 1 : ONE_LINE_COUNTS)
  function best(most: number): { way: Way; letterPx: number } | undefined {
    let found: { way: Way; letterPx: number } | undefined
    for (const way of ways) {
      const letterPx = largest(leastPx, mostPx, (px) => isWithin(px, way, most))
      if (letterPx === undefined) continue
      if (!found || worthOf(way, letterPx) > worthOf(found.way, found.letterPx)) found = { way, letterPx }
    }
    return found
  }
  /** The fewest pages with the smallest letters. */
  function leastPages(): number {
    const counts = ways.map((way) => {
      const { pages, isTooWide } = measure(leastPx, way)
      return isTooWide ? Number.POSITIVE_INFINITY : pages.length
    })
    return Math.min(...counts)
  }

  release(root, parts)
  giveWay(root, corners, wholeSidePx)
  let found = best(1)
  if (!found) {
    let most = leastPages()
    if (most === Number.POSITIVE_INFINITY && isTable) {
      ways = [{ columns: 1, isOneLine: false, isStacked: true }]
      most = leastPages()
    }
    if (most === Number.POSITIVE_INFINITY) {
      // A word is wider than its column, such as an address.
      root.classList.add('notice-broken')
      most = leastPages()
    }
    found = best(1) ?? best(most)
  }
  const { way, letterPx } = found ?? { way: ways[ways.length - 1] as Way, letterPx: leastPx }
  const { heights, pages } = measure(letterPx, way)
  if (pages.length > 1 && !way.isStacked) holdWidths(root)
  return {
    letterPx,
    smallestPx: root.querySelector('.board-small') ? Math.min(letterPx, smallPx(letterPx)) : letterPx,
    fits: found !== undefined,
    pages: pages.length === 0 ? [[]] : pages,
    heightsPx: pages.map((page) => heightOf(heights, page)),
  }
}

/** True when the rows of a board with one page are within their box in their present sizes. */
export function isWithinBox(root: HTMLElement, { pages: [page] }: Layout): boolean {
  const [box, text] = [one(root, '.notice-box'), one(root, '.notice-text')]
  const head = root.querySelector<HTMLElement>('.board-table thead')
  const roomPx = box.clientHeight - (head ? head.offsetHeight : 0)
  const heights = partsOf(root).map((part) => part.offsetHeight + ROUNDED_PX)
  return (
    page !== undefined &&
    inColumns(heights, roomPx, Math.max(1, page.length)).length <= 1 &&
    text.scrollWidth <= text.clientWidth + 1
  )
}

/** Shows the rows of one page, and begins its columns at the right rows. */
export function showPage(root: HTMLElement, { pages, heightsPx }: Layout, page: number): void {
  const columns = pages[page] ?? []
  partsOf(root).forEach((part, index) => {
    part.hidden = !columns.some(([from, to]) => index >= from && index < to)
    part.style.setProperty('break-before', columns.slice(1).some(([from]) => from === index) ? 'column' : '')
  })
  const list = root.querySelector<HTMLElement>('.board-entries')
  if (list) list.style.height = columns.length > 1 ? `${Math.ceil(heightsPx[page] ?? 0) + 1}px` : ''
}

/** Forgets an earlier layout. */
function release(root: HTMLElement, parts: readonly HTMLElement[]): void {
  root.classList.remove('notice-broken', 'board-held', 'board-stacked')
  for (const part of parts) {
    part.hidden = false
    part.style.setProperty('break-before', '')
  }
  for (const cell of headOf(root)) cell.style.width = ''
  const list = root.querySelector<HTMLElement>('.board-entries')
  if (list) list.style.height = ''
}

/** Keeps the columns of a table where they are on all pages. */
function holdWidths(root: HTMLElement): void {
  const cells = headOf(root)
  // Without their padding, as `width` is for cells: with it the table would be wider than its box.
  const widths = cells.map((cell) => getComputedStyle(cell).width)
  cells.forEach((cell, index) => {
    cell.style.width = widths[index] ?? ''
  })
  root.classList.add('board-held')
}

const one = (root: HTMLElement, selector: string) => root.querySelector(selector) as HTMLElement
const headOf = (root: HTMLElement) => Array.from(root.querySelectorAll<HTMLElement>('.board-table thead th'))
const partsOf = (root: HTMLElement) => Array.from(root.querySelectorAll<HTMLElement>('.notice-part'))
