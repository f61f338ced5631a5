import { describe, expect, it } from 'vitest'
import { growthPicture, ticksUpTo } from './growth-picture.ts'
import type { PassFigures } from './one-pass.ts'
import { fanOutOf } from './report.ts'

const pass = (p50: number, memoryKiBPerListener: number): PassFigures => ({
  lastReceiptMs: { p50, p99: p50, all: [p50] },
  acknowledgedMs: { p50: 1, p99: 2 },
  memoryKiBPerListener,
  cpuMicrosecondsPerDelivery: 10,
  eventBytes: 1_024,
  othersCpuPercent: 0,
})
const picture = growthPicture(
  fanOutOf(
    [
      { name: 'plain', listeners: 1_000, passes: [pass(10, 20)] },
      { name: 'placard', listeners: 1_000, passes: [pass(8, -1)] },
      { name: 'plain', listeners: 10_000, passes: [pass(100, 10)] },
      { name: 'placard', listeners: 10_000, passes: [pass(50, 5)] },
    ],
    { rounds: 1, passes: 1 },
  ),
)

describe('the picture of growth', () => {
  it('puts each figure where it belongs', () => {
    // The first graph begins at x 72 and is 340 wide; its bottom is at y 296, and it is 220 high.
    expect(picture).toContain('<path class="curve plain" d="M106 274L412 76"/>')
    expect(picture).toContain('<path class="curve placard" d="M106 278.4L412 186"/>')
    // A negative value is drawn as zero.
    expect(picture).toContain('<path class="curve placard" d="M546 296L852 241"/>')
  })

  it('labels its axes, and says the same in words', () => {
    for (const text of ['>1,000<', '>10,000<', 'listeners of one display', '(ms, median)', '(KiB)', '>100<', '>20<'])
      expect(picture).toContain(text)
    expect(picture).toContain('Placard, 10,000 listeners: 50.0 ms, 5.0 KiB each.')
  })

  it('is light and dark, and runs nothing', () => {
    expect(picture).toContain('@media (prefers-color-scheme: dark)')
    expect(picture).not.toMatch(/<script|href|NaN|undefined/)
  })

  it.each([
    [174, [0, 50, 100, 150, 200]],
    [100, [0, 20, 40, 60, 80, 100]],
    [0.3, [0, 0.1, 0.2, 0.3]],
    [12.4, [0, 2.5, 5, 7.5, 10, 12.5]],
    [0, [0, 1]],
  ])('has round numbers up to %s', (value, ticks) => {
    expect(ticksUpTo(value, 5)).toEqual(ticks)
  })
})
