import { expect, it } from 'vitest'
import { resultsPage } from './page.ts'
import { pagesSection } from './pages-section.ts'
import { thisMachine } from './report.ts'

it('the page of results shows the paint times of pages, each with its goal', () => {
  const row = { firstMs: 100, largestMs: 500, shift: 0 }
  const section = pagesSection({
    measuredAt: '2026-11-24T00:00:00.000Z',
    machine: thisMachine(),
    goals: { plain: 600, slow: 1_500, shift: 0.01, opening: 100 },
    rows: [
      { ...row, page: 'bare', way: 'plain', largestMs: 700 },
      { ...row, page: 'sign-in', way: 'plain' },
      { ...row, page: 'sign-in', way: 'slow', largestMs: 1_600, shift: 0.02 },
    ],
    openings: [
      { dialog: 'Edit', way: 'plain', usualMs: 40, longestMs: 120 },
      { dialog: 'Edit', way: 'slow', usualMs: 170, longestMs: 190 },
    ],
  })
  const page = resultsPage([section], [])
  expect(page).toContain('| largest paint of sign-in, loopback | 500.00 ms | ≤ 600 ms | met |')
  expect(page).toContain('| largest paint of sign-in, 10 Mbit/s, processor ÷ 4 | 1600.00 ms | ≤ 1500 ms | missed |')
  expect(page).toContain('| largest layout shift of a page | 0.02 in all | ≤ 0.01 in all | missed |')
  expect(page).toContain('| slowest first opening of a dialog | 40.00 ms | ≤ 100 ms | met |')
  expect(page).toContain('| Edit | 10 Mbit/s, processor ÷ 4 | 170 | 190 |')
  expect(page).toContain('| bare | loopback | 100 | 700 |  | 0.000 |')
  expect(page).not.toContain('largest paint of bare')
})
