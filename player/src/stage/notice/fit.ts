/** The least size of a letter, as a share of the glass's shorter side (CT10): 38 of 1080 lines, comfortable to 2.7 m on 55 inches. */
export const LEAST_LETTER = 0.035
/** Letters of this size need not be larger at the cost of the heading. */
const COMFORTABLE_LETTER = 0.055
const LARGEST_LETTER = 0.09
const LARGEST_HEADING = 0.24
const LARGEST_HEADING_APART = 0.15
/** The heading's size, in letters of the body. */
const RATIOS = [2.3, 1.9, 1.6, 1.3]
/** How much a larger heading is worth beside larger words: half as large again, as much as words a seventh larger. */
const HEADING_COUNTS = 0.35

/** Sizes in px, and whether all the words are within their boxes. */
export type Fit = { letterPx: number; headingPx: number; fits: boolean }

/**
 * Finds the largest letters with which all the words are within their boxes. A heading gives way to small words, down to their own
 * size; no letter is smaller than LEAST_LETTER.
 *
 * @param sidePx the glass's shorter side
 * @param parts the words there are; `apart`: heading and body in boxes of their own, so that neither gives way to the other
 * @param areWithin lays the words out in these sizes, in px, and tells whether they are within
 */
export function findFit(
  sidePx: number,
  parts: 'heading' | 'together' | 'apart',
  areWithin: (letterPx: number, headingPx: number) => boolean,
): Fit {
  const leastPx = Math.ceil(sidePx * LEAST_LETTER)
  const largestHeadingPx = Math.floor(sidePx * LARGEST_HEADING)
  const largestPx = Math.floor(sidePx * LARGEST_LETTER)
  if (parts !== 'together') {
    const most = parts === 'heading' ? largestHeadingPx : Math.floor(sidePx * LARGEST_HEADING_APART)
    const headingPx = largest(leastPx, most, (px) => areWithin(leastPx, px)) ?? leastPx
    const letterPx = largest(leastPx, largestPx, (px) => areWithin(px, headingPx))
    return { letterPx: parts === 'heading' ? leastPx : (letterPx ?? leastPx), headingPx, fits: letterPx !== undefined }
  }
  let best: (Fit & { worth: number }) | undefined
  for (const ratio of RATIOS) {
    const headingOf = (px: number) => Math.min(Math.round(px * ratio), largestHeadingPx)
    const letterPx = largest(leastPx, largestPx, (px) => areWithin(px, headingOf(px)))
    if (letterPx === undefined) continue
    const worth = letterPx * ratio ** HEADING_COUNTS
    if (best === undefined || worth > best.worth) best = { letterPx, headingPx: headingOf(letterPx), fits: true, worth }
    if (letterPx >= sidePx * COMFORTABLE_LETTER) break
  }
  if (best) return { letterPx: best.letterPx, headingPx: best.headingPx, fits: true }
  return { letterPx: leastPx, headingPx: Math.round(leastPx * 1.3), fits: false }
}

/** The largest whole number that passes, where all below it do; undefined: not even the least. */
function largest(least: number, most: number, passes: (value: number) => boolean): number | undefined {
  if (!passes(least)) return undefined
  let low = least
  let high = Math.max(least, most)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (passes(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Divides what does not fit into pages, each with as many parts as are within.
 *
 * @param count of the parts
 * @param areWithin tells whether the parts from one (inclusive) to another (exclusive) are within
 * @returns where each page begins and ends. A part that is too large for a page of its own has one all the same.
 */
export function paged(count: number, areWithin: (from: number, to: number) => boolean): [from: number, to: number][] {
  const pages: [number, number][] = []
  let from = 0
  while (from < count) {
    let to = from + 1
    while (to < count && areWithin(from, to + 1)) to += 1
    pages.push([from, to])
    from = to
  }
  return pages
}

/**
 * The least width at which something takes no more lines than it does in all its room, so that its lines are of about one length.
 *
 * @param roomPx the width that there is
 * @param heightAt lays it out in a width, in px, and tells its height; Infinity where a word is wider than that
 */
export function balancedWidth(roomPx: number, heightAt: (widthPx: number) => number): number {
  const heightPx = heightAt(roomPx)
  if (heightPx === Number.POSITIVE_INFINITY) return roomPx
  let [low, high] = [roomPx / 2, roomPx]
  for (let pass = 0; pass < 7; pass += 1) {
    const middle = (low + high) / 2
    if (heightAt(middle) <= heightPx) high = middle
    else low = middle
  }
  return Math.ceil(high)
}
