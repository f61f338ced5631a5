import { expect, it } from 'vitest'
import { percent, span, times } from './figures.ts'

it('[TM3] figures are as short as they are true', () => {
  expect([5_000, 45_500, 99_000, 540_000, 5_430_000, 7_200_000].map((ms) => span(ms, 'en'))).toEqual([
    '5 sec',
    '46 sec',
    '99 sec',
    '9 min',
    '91 min',
    '2 hr',
  ])
  expect([0, 0.001, 30 / 540, 0.999, 1].map((share) => percent(share, 'en'))).toEqual(['0%', '1%', '6%', '99%', '100%'])
  expect([60 / 9, 240].map((count) => times(count, 'en'))).toEqual(['6.7', '240'])
})
