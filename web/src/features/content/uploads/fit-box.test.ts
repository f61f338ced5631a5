import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitInside } from './fit-box.ts'

const box = { width: 1920, height: 1080 }

it('C6 fits a picture inside 1920x1080 and keeps its aspect', () => {
  expect(fitInside({ width: 3840, height: 2160 }, box)).toEqual(box)
  expect(fitInside({ width: 4000, height: 1000 }, box)).toEqual({ width: 1920, height: 480 })
  expect(fitInside({ width: 1000, height: 4000 }, box)).toEqual({ width: 270, height: 1080 })
})

it('C6 never enlarges', () => {
  expect(fitInside({ width: 640, height: 480 }, box)).toEqual({ width: 640, height: 480 })
})

it('C6 every picture ends up inside the box with at least one pixel each way', () => {
  const side = fc.integer({ min: 1, max: 60_000 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const fitted = fitInside({ width, height }, box)
      expect(fitted.width).toBeLessThanOrEqual(Math.min(box.width, width))
      expect(fitted.height).toBeLessThanOrEqual(Math.min(box.height, height))
      expect(Math.min(fitted.width, fitted.height)).toBeGreaterThanOrEqual(1)
    }),
  )
})
