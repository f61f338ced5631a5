import { expect, it } from 'vitest'
import { toVideoRange } from './video-range.ts'

/** As BT.709 has it, in the range of television. */
function exact([red, green, blue]: readonly [number, number, number]): number[] {
  const [r, g, b] = [red / 255, green / 255, blue / 255]
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return [16 + 219 * light, 128 + (224 * (b - light)) / 1.8556, 128 + (224 * (r - light)) / 1.5748]
}

it.each([
  [0, 0, 0],
  [255, 255, 255],
  [200, 30, 30],
  [30, 160, 80],
  [30, 80, 200],
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
] as const)('[CT3] %i %i %i has the light and the colours of television, in both orders', (red, green, blue) => {
  const [light = 0, cb = 0, cr = 0] = exact([red, green, blue])
  for (const [order, pixel] of [
    ['rgb', [red, green, blue, 255]],
    ['bgr', [blue, green, red, 255]],
  ] as const) {
    const planes = toVideoRange(Uint8Array.from([0, 1, 2, 3].flatMap(() => pixel)), order, 2, 2)
    expect(planes).toHaveLength(6)
    for (const y of planes.subarray(0, 4)) expect(Math.abs(y - light)).toBeLessThan(1.5)
    expect(Math.abs((planes[4] ?? 0) - cb)).toBeLessThan(2)
    expect(Math.abs((planes[5] ?? 0) - cr)).toBeLessThan(2)
  }
})

it('[CT3] each pixel keeps its place', () => {
  const pixels = new Uint8Array(4 * 2 * 4)
  pixels.set([255, 255, 255, 255], (1 * 4 + 3) * 4)
  const planes = toVideoRange(pixels, 'rgb', 4, 2)
  expect([...planes.subarray(0, 8)]).toEqual([16, 16, 16, 16, 16, 16, 16, 235])
  expect([...planes.subarray(8)]).toEqual([128, 128, 128, 128])
})
