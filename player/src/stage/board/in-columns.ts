/** The parts of one column, from an index to just before another. */
export type Range = [from: number, to: number]

/**
 * Divides parts of known heights into pages, each with some columns. As many parts as fit are on each page; the columns of a page
 * are about equally high.
 *
 * @param heights of the parts, in px
 * @param roomPx the height of a column
 * @param columns the columns of a page
 * @returns the columns of each page. A part that is higher than a column still gets one of its own.
 */
export function inColumns(heights: readonly number[], roomPx: number, columns: number): Range[][] {
  const pages: Range[][] = []
  let from = 0
  while (from < heights.length) {
    const page = fill(heights, from, roomPx, columns)
    const end = (page[page.length - 1] as Range)[1]
    pages.push(balanced(heights.slice(0, end), from, roomPx, columns) ?? page)
    from = end
  }
  return pages
}

/** Fills one column after the other. */
function fill(heights: readonly number[], begin: number, roomPx: number, columns: number): Range[] {
  const page: Range[] = []
  let from = begin
  while (page.length < columns && from < heights.length) {
    let to = from
    let usedPx = 0
    while (to < heights.length && (to === from || usedPx + (heights[to] as number) <= roomPx)) {
      usedPx += heights[to] as number
      to += 1
    }
    page.push([from, to])
    from = to
  }
  return page
}

/** The same parts with the least height of the highest column. */
function balanced(heights: readonly number[], from: number, roomPx: number, columns: number): Range[] | undefined {
  if (columns === 1) return undefined
  let best: Range[] | undefined
  let [low, high] = [0, Math.ceil(roomPx)]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const page = fill(heights, from, middle, columns)
    if ((page[page.length - 1] as Range)[1] === heights.length) {
      best = page
      high = middle
    } else low = middle + 1
  }
  return best
}

/** The height of the highest column of a page, in px. */
export function heightOf(heights: readonly number[], page: readonly Range[]): number {
  return Math.max(0, ...page.map(([from, to]) => heights.slice(from, to).reduce((sum, one) => sum + one, 0)))
}
