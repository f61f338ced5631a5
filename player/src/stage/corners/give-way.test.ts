import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Box, roomBeside } from './give-way.ts'

const AREA: Box = { x: 96, y: 86, width: 1728, height: 800 }
const GAP = 20
const topRight = (width: number, height: number): Box => ({ x: 1920 - 32 - width, y: 32, width, height })

it('[LY6] an area without a corner in it stays as it is', () => {
  expect(roomBeside(AREA, [], GAP)).toBe(AREA)
  expect(roomBeside(AREA, [topRight(40, 30)], GAP)).toBe(AREA)
})

it('[LY6] the area gives up the side that costs less', () => {
  // Wide and low: the text begins below it. Narrow and high: the text ends beside it.
  expect(roomBeside(AREA, [topRight(480, 90)], GAP)).toEqual({ ...AREA, y: 142, height: 744 })
  expect(roomBeside(AREA, [topRight(200, 216)], GAP)).toEqual({ ...AREA, width: 1572 })
})

it('[LY6] two pieces along one side cost that side once', () => {
  const left = { x: 32, y: 32, width: 480, height: 90 }
  expect(roomBeside(AREA, [topRight(480, 90), left], GAP)).toEqual({ ...AREA, y: 142, height: 744 })
})

it('[LY6] no letter is ever below a piece, whatever stands in the corners of a screen of any shape', () => {
  const side = fc.integer({ min: 60, max: 486 })
  const screen = fc.record({ width: fc.integer({ min: 800, max: 3840 }), height: fc.integer({ min: 800, max: 3840 }) })
  const sizes = fc.array(fc.option(fc.record({ width: side, height: fc.integer({ min: 60, max: 160 }) })), {
    minLength: 4,
    maxLength: 4,
  })
  fc.assert(
    fc.property(screen, sizes, ({ width, height }, pieces) => {
      const margin = Math.min(width, height) * 0.03
      const boxes = pieces.flatMap((piece, index): Box[] => {
        if (!piece) return []
        const x = index % 2 === 0 ? margin : width - margin - piece.width
        const y = index < 2 ? margin : height - margin - piece.height
        return [{ x, y, ...piece }]
      })
      const area = { x: 60, y: 60, width: width - 120, height: height - 120 }
      const room = roomBeside(area, boxes, GAP)
      expect(room.width).toBeGreaterThan(0)
      expect(room.height).toBeGreaterThan(0)
      expect(room.x).toBeGreaterThanOrEqual(area.x)
      expect(room.x + room.width).toBeLessThanOrEqual(area.x + area.width + 0.001)
      for (const box of boxes) {
        const isApart =
          room.x + room.width <= box.x + 0.001 ||
          box.x + box.width <= room.x + 0.001 ||
          room.y + room.height <= box.y + 0.001 ||
          box.y + box.height <= room.y + 0.001
        expect(isApart).toBe(true)
      }
    }),
  )
})
