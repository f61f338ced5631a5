import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balancedWidth, findFit, LEAST_LETTER, paged } from './fit.ts'

const SIDE_PX = 1_080
const LEAST_PX = Math.ceil(SIDE_PX * LEAST_LETTER)

/** A screen with space for this many px of letters, one below the other. */
const room = (px: number) => (letterPx: number, headingPx: number) => headingPx + 4 * letterPx <= px

describe('the size of a notice’s letters', () => {
  it('[CT10] is never below 3.5 % of the screen, whatever there is to be said', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_000 }),
        fc.constantFrom('heading' as const, 'together' as const, 'apart' as const),
        fc.integer({ min: 240, max: 4_320 }),
        (px, parts, sidePx) => {
          const { letterPx, headingPx, fits } = findFit(sidePx, parts, room(px))
          expect(Math.min(letterPx, headingPx)).toBeGreaterThanOrEqual(Math.ceil(sidePx * LEAST_LETTER))
          if (fits) expect(room(px)(letterPx, headingPx)).toBe(true)
        },
      ),
    )
  })

  it('[CT10] is as large as fits: with more room no letter is smaller', () => {
    for (const parts of ['heading', 'apart'] as const) {
      let before = 0
      for (let px = 0; px < 1_500; px += 7) {
        const { letterPx, headingPx } = findFit(SIDE_PX, parts, room(px))
        expect(letterPx + headingPx).toBeGreaterThanOrEqual(before)
        before = letterPx + headingPx
      }
    }
  })

  it('[CT10] the heading gives way to words that would be small', () => {
    const roomy = findFit(SIDE_PX, 'together', room(900))
    const narrow = findFit(SIDE_PX, 'together', room(LEAST_PX * 5.7))
    expect(roomy.headingPx / roomy.letterPx).toBeCloseTo(2.3, 1)
    expect(narrow.fits).toBe(true)
    expect(narrow.headingPx / narrow.letterPx).toBeLessThan(1.7)
  })

  it('[CT10] says when not even the least letters fit', () => {
    expect(findFit(SIDE_PX, 'together', () => false)).toMatchObject({ letterPx: LEAST_PX, fits: false })
    expect(findFit(SIDE_PX, 'heading', () => false)).toMatchObject({ headingPx: LEAST_PX, fits: false })
  })
})

describe('the pages of a long notice', () => {
  it('[CT10] hold every part once, in order, and as many as fit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }), (heights) => {
        const within = (from: number, to: number) => heights.slice(from, to).reduce((sum, one) => sum + one, 0) <= 10
        const pages = paged(heights.length, within)
        expect(pages.flatMap(([from, to]) => heights.slice(from, to))).toEqual(heights)
        for (const [from, to] of pages) {
          expect(within(from, to)).toBe(true)
          expect(to === heights.length || !within(from, to + 1)).toBe(true)
        }
      }),
    )
  })

  it('[CT10] a part that is too large for a page has one of its own', () => {
    expect(paged(3, (from, to) => to - from === 1 && from !== 1)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ])
  })
})

it('[CT10] lines are of about one length: the least width that takes no more lines', () => {
  const words = [120, 90, 200, 60, 40]
  const heightAt = (px: number) => {
    let [lines, left] = [1, px]
    for (const word of words) {
      if (word > px) return Number.POSITIVE_INFINITY
      if (word > left) [lines, left] = [lines + 1, px]
      left -= word
    }
    return lines
  }
  const widthPx = balancedWidth(500, heightAt)
  expect(heightAt(500)).toBe(2)
  expect(heightAt(widthPx)).toBe(2)
  expect(heightAt(widthPx - 5)).toBeGreaterThan(2)
  expect(balancedWidth(100, heightAt)).toBe(100)
})
