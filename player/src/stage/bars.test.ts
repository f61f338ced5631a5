import fc from 'fast-check'
import { expect, it } from 'vitest'
import { barsAround } from './bars.ts'

const side = fc.integer({ min: 1, max: 8_000 })
const size = fc.record({ width: side, height: side })

it('[G1] the picture is whole in the middle, and what is left lies on two sides of it alone, equally', () => {
  fc.assert(
    fc.property(size, size, (picture, screen) => {
      const bars = barsAround(picture, screen, 240)
      if (!bars) throw new Error('both have a size')
      const { area, room, areBeside, share } = bars
      expect(Math.max(area.width, area.height)).toBe(240)
      expect(areBeside ? room.height : room.width).toBeCloseTo(areBeside ? area.height : area.width, 6)
      expect(areBeside ? room.x : room.y).toBeCloseTo(share * (areBeside ? area.width : area.height), 6)
      expect(share).toBeGreaterThanOrEqual(-1e-9)
      expect(share).toBeLessThanOrEqual(0.5)
    }),
  )
})

it('[G1] a 16:9 picture above the band leaves a twentieth of the screen on either side', () => {
  expect(barsAround({ width: 1920, height: 1080 }, { width: 1920, height: 972 }, 240)).toMatchObject({
    areBeside: true,
    share: expect.closeTo(0.05, 6),
  })
})

it('[G3] on a portrait screen it is what lies above and below that is filled', () => {
  const bars = barsAround({ width: 1920, height: 1080 }, { width: 1080, height: 1728 }, 240)
  expect(bars).toMatchObject({ areBeside: false, share: expect.closeTo(0.324, 3) })
})

it('an element without a size has no bars', () => {
  expect(barsAround({ width: 0, height: 0 }, { width: 10, height: 10 }, 240)).toBeUndefined()
  expect(barsAround({ width: 10, height: 10 }, { width: 10, height: 0 }, 240)).toBeUndefined()
})
