import { describe, expect, it } from 'vitest'
import { bestWrites, type WriteFigures, writeFigures } from './open-loop.ts'

const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1)

function turn(p50: number, more: Partial<WriteFigures> = {}): WriteFigures {
  const times = { p50, p99: p50 * 3 }
  return {
    writes: 100,
    receiptMs: { ...times, longest: p50 * 9 },
    answerMs: times,
    sentMs: times,
    lost: 0,
    othersCpuPercent: 0,
    ...more,
  }
}

describe('the figures of an open loop', () => {
  it('are those of every write', () => {
    const written = { receiptMs: upTo(200), answerMs: upTo(100), sentMs: [0.5], lost: 1, refused: 0 }
    expect(writeFigures(written, 3)).toEqual({
      writes: 200,
      receiptMs: { p50: 100, p99: 198, longest: 200 },
      answerMs: { p50: 50, p99: 99 },
      sentMs: { p50: 0.5, p99: 0.5 },
      lost: 1,
      othersCpuPercent: 3,
    })
  })

  it('are the best of the quiet turns, with what any of them lost', () => {
    const best = bestWrites([turn(1, { othersCpuPercent: 40, lost: 2 }), turn(4), turn(3)])
    expect(best).toEqual({ p50Ms: 3, p99Ms: 9, answerP50Ms: 3, lost: 2, wasQuiet: true })
    expect(bestWrites([turn(1, { othersCpuPercent: 40 })]).wasQuiet).toBe(false)
  })
})
