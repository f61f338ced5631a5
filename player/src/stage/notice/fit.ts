/**
 * The smallest letter size, as a share of the screen's shorter side (CT10): 38 px of 1080, comfortable to read from 2.7
 * m on 55 inches.
 */
export const LEAST_LETTER = 0.035
/** Letters of this size are large enough, so they do not reduce the heading any further. */
const COMFORTABLE_LETTER = 0.055
export const LARGEST_LETTER = 0.09
const LARGEST_HEADING = 0.24
const LARGEST_HEADING_APART = 0.15
/** The heading's size relative to the body's letters. */
const RATIOS = [2.3, 1.9, 1.6, 1.3]
/**
 * The weight of a larger heading against larger body letters: a heading 50 % larger is worth as much as body letters
 * about 15 % larger.
 */
const HEADING_COUNTS = 0.35

/** Sizes in px. `fits` is true when all the text is within its boxes. */
export type Fit = { letterPx: number; headingPx: number; fits: boolean }

/**
 * Finds the largest letters with which all the text is within its boxes. A heading is reduced in favour of small body
 * letters, down to their own size. No letter is smaller than LEAST_LETTER.
 *
 * @param sidePx the shorter side of the screen, or of the zone
 * @param parts the texts that exist; `apart`: heading and body are in separate boxes, so neither affects the other
 * @param areWithin lays the text out in these sizes, in px, and returns true if it is within its boxes
 * @param leastPx no letter is smaller
 */
export function findFit(
  sidePx: number,
  parts: 'heading' | 'together' | 'apart',
  areWithin: (letterPx: number, headingPx: number) => boolean,
  leastPx = Math.ceil(sidePx * LEAST_LETTER),
): Fit {
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

/** The largest whole number that passes, if all smaller ones pass too; undefined if not even the least does. */
export function largest(least: number, most: number, passes: (value: number) => boolean): number | undefined {
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
 * Divides a text that does not fit into pages, each with as many parts as fit.
 *
 * @param count number of parts
 * @param areWithin returns true if the parts from one index (inclusive) to another (exclusive) fit
 * @returns the beginning and end of each page. A part that is too large for a page still gets a page of its own.
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
 * The smallest width at which a text takes no more lines than with its full width, so that its lines are about equally
 * long.
 *
 * @param roomPx the available width
 * @param heightAt lays the text out in a width, in px, and returns its height; Infinity when a word is wider than that
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
