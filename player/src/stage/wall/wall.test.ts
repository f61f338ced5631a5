import type { LineId, ManifestLine } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CommonSetting, createCommonTape, type Pass, PERIOD_MS } from './common-tape.ts'
import { transformOf } from './hang.ts'
import { aheadOf, rateFor } from './keep-in-step.ts'

const setting: CommonSetting = { windowPx: 3_840, gapPx: 64, blankPx: 11, pace: 0.306 }
const MINUTE_MS = 60_000

/** Words that change each minute, cut into pieces: as wide as they are long. */
const said = ({ text }: ManifestLine, at: number) => {
  const words = text.includes('{time}') ? `${text} ${Math.floor(at / MINUTE_MS) % 100}` : text
  const parts = words.match(/.{1,40}/gs) ?? ['']
  return { text: words, parts, widths: parts.map((part) => part.length * 21.4) }
}
const line = (text: string, index = 0): ManifestLine => ({ id: `line-${index}` as LineId, text })
const lines = fc
  .array(fc.string({ minLength: 0, maxLength: 120 }), { minLength: 1, maxLength: 8 })
  .map((texts) => texts.map((text, index) => line(index % 3 === 1 ? `${text} {time}` : text, index)))
const instant = fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 })

const ends = ({ entersAt, width }: Pass) => entersAt + width / setting.pace

describe('the ticker of a wall', () => {
  it('[LY8] members that started at different times have the same tape', () => {
    fc.assert(
      fc.property(lines, instant, fc.integer({ min: 0, max: PERIOD_MS }), (some, now, earlier) => {
        const late = createCommonTape(some, said, setting, now)
        const early = createCommonTape(some, said, setting, now - earlier)
        // As its timer does: from one moment to the next.
        if (earlier < 20 * MINUTE_MS) for (let at = now - earlier; at < now; at += 1_000) early.between(at, at + 6_000)
        const at = now + MINUTE_MS
        expect(early.between(at, at + 6_000)).toEqual(late.between(at, at + 6_000))
      }),
      { numRuns: 60 },
    )
  })

  it('[LY8] nothing overlaps, and lines that do not fill the window are not repeated within it', () => {
    fc.assert(
      fc.property(lines, instant, (some, now) => {
        const passes = createCommonTape(some, said, setting, now).between(now, now + 10 * MINUTE_MS)
        for (const [index, pass] of passes.entries()) {
          const next = passes[index + 1]
          if (next) expect(next.entersAt).toBeGreaterThan(ends(pass))
          const again = passes.find((one) => one.beganAt > pass.beganAt && one.lineId === pass.lineId && one.part === 0)
          // A period begins with the first line, whatever is on the band. Live words may have become shorter.
          const isSamePeriod = again && Math.floor(again.beganAt / PERIOD_MS) === Math.floor(pass.beganAt / PERIOD_MS)
          if (isSamePeriod && pass.part === 0)
            expect((again.beganAt - pass.beganAt) * setting.pace).toBeGreaterThan(setting.windowPx - setting.gapPx)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('[LY8] there is text on the band at every moment, but for the end of a period', () => {
    const some = [line('Lunch from twelve to two'), line('The library is open until nine', 1)]
    const from = 1_800_000_000_000 - (1_800_000_000_000 % PERIOD_MS)
    const tape = createCommonTape(some, said, setting, from)
    for (let at = from + MINUTE_MS; at < from + PERIOD_MS; at += 13_000) expect(tape.between(at, at)).not.toEqual([])
    // The next period begins with the first line, at its first moment.
    const next = from + PERIOD_MS
    expect(tape.between(next, next).at(-1)).toMatchObject({ lineId: 'line-0', beganAt: next })
    for (const pass of tape.between(next - MINUTE_MS, next - 1)) expect(ends(pass)).toBeLessThan(next)
  })
})

describe('the picture of a wall on a screen', () => {
  /** Applies a transform to a point, as CSS does. */
  function moved(transform: string, x: number, y: number): [number, number] {
    const [, across = 0, down = 0] = /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec(transform)?.map(Number) ?? []
    const degrees = Number(/rotate\((-?\d+)deg\)/.exec(transform)?.[1] ?? 0)
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    const [u, v] = [x + across, y + down]
    return [Math.round(u * cos - v * sin) + 0, Math.round(u * sin + v * cos) + 0]
  }

  it('[LY8] [ST1] the corners of its part are the corners of the screen, however the panel is turned', () => {
    const part = { left: 972, top: 552, width: 300, height: 200 }
    const corners = (rotation: 0 | 90 | 180 | 270) => {
      const transform = transformOf(rotation, part)
      return [moved(transform, 972, 552), moved(transform, 972 + 300, 552 + 200)]
    }
    expect(corners(0)).toEqual([
      [0, 0],
      [300, 200],
    ])
    expect(corners(90)).toEqual([
      [200, 0],
      [0, 300],
    ])
    expect(corners(180)).toEqual([
      [300, 200],
      [0, 0],
    ])
    expect(corners(270)).toEqual([
      [0, 300],
      [200, 0],
    ])
  })
})

describe('films of a wall', () => {
  it('[LY8] a film that is a little off plays slower or faster, and its place follows from the start of its turn', () => {
    expect(aheadOf(12, 12, 30)).toBeCloseTo(0, 9)
    expect(aheadOf(3, 33, 30)).toBeCloseTo(0, 9)
    expect(aheadOf(29.9, 30.1, 30)).toBeCloseTo(-0.2, 6)
    expect(aheadOf(0.1, 59.9, 30)).toBeCloseTo(0.2, 6)
    expect([rateFor(0.03), rateFor(-0.03)]).toEqual([1, 1])
    expect(rateFor(0.2)).toBeCloseTo(0.95, 6)
    expect(rateFor(-0.2)).toBeCloseTo(1.05, 6)
  })

  it('[LY8] a film comes into step and stays there', () => {
    const start = fc.double({ min: -0.49, max: 0.49, noNaN: true })
    fc.assert(
      fc.property(start, fc.double({ min: 3, max: 600, noNaN: true }), (apart, duration) => {
        let at = duration + apart
        let since = duration
        for (let step = 0; step < 60; step += 1) {
          at += 0.5 * rateFor(aheadOf(at % duration, since, duration))
          since += 0.5
        }
        expect(Math.abs(aheadOf(at % duration, since, duration))).toBeLessThanOrEqual(0.05)
      }),
    )
  })
})
