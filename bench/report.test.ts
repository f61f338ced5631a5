import { describe, expect, it } from 'vitest'
import { verdictOf } from './goals.ts'
import type { PassFigures } from './one-pass.ts'
import { fanOutGoals, fanOutMarkdown, fanOutOf, fanOutTerminal, type Measurement } from './report.ts'

const OPTIONS = { rounds: 30, passes: 2 }

function pass(p50: number, rest: Partial<PassFigures> = {}): PassFigures {
  return {
    lastReceiptMs: { p50, p99: p50 * 2, all: [p50, p50 * 2] },
    acknowledgedMs: { p50: 1, p99: 2 },
    memoryKiBPerListener: 12,
    cpuMicrosecondsPerDelivery: 10,
    eventBytes: 1_024,
    othersCpuPercent: 0,
    ...rest,
  }
}

const MEASUREMENTS: Measurement[] = [
  { name: 'plain', listeners: 1_000, passes: [pass(20), pass(24)] },
  { name: 'durable', listeners: 1_000, passes: [pass(18), pass(16)] },
  { name: 'placard', listeners: 1_000, passes: [pass(25, { othersCpuPercent: 21 }), pass(18)] },
  { name: 'plain', listeners: 5_000, passes: [pass(80), pass(80)] },
]

const results = fanOutOf(MEASUREMENTS, OPTIONS)

describe('the report of one change and many listeners', () => {
  it('takes the best of the passes and sets it against the same number of listeners', () => {
    const [, , placard] = results.rows
    expect(placard?.best.lastReceiptP50Ms).toBe(18)
    expect(placard?.ratioTo).toEqual({ plain: 0.9, durable: 1.125 })
    expect(results.rows.at(-1)?.ratioTo.plain).toBe(1)
  })

  it('takes the mean of what memory came to, which errs to both sides', () => {
    const passes = [pass(5, { memoryKiBPerListener: 6 }), pass(5, { memoryKiBPerListener: 18 })]
    const [row] = fanOutOf([{ name: 'placard', listeners: 1_000, passes }], OPTIONS).rows
    expect(row?.best.memoryKiBPerListener).toBe(12)
  })

  it('leaves a noisy pass out where there is a quiet one', () => {
    const passes = [pass(5, { othersCpuPercent: 21 }), pass(30, { othersCpuPercent: 20 })]
    const [row] = fanOutOf([{ name: 'plain', listeners: 1_000, passes }], OPTIONS).rows
    expect(row?.best.lastReceiptP50Ms).toBe(30)
    expect(row?.noisy).toBe(false)
  })

  it('calls noisy all that is compared with a server that had no quiet pass', () => {
    const [, ...others] = MEASUREMENTS
    const disturbed: Measurement = { name: 'plain', listeners: 1_000, passes: [pass(9, { othersCpuPercent: 90 })] }
    const { rows } = fanOutOf([disturbed, ...others], OPTIONS)
    expect(rows.map((row) => row.noisy)).toEqual([true, true, true, false])
    expect(fanOutTerminal(results)).not.toContain('noisy')
  })

  it('has the same cells on the terminal and on the page', () => {
    const terminal = fanOutTerminal(results).split('\n')
    expect(terminal[3]?.trim().split(/\s{2,}/)).toEqual([
      '1,000',
      'Placard',
      'SQLite FULL',
      '18.0',
      '36.0',
      '0.90',
      '1.13',
      '1.0',
      '12.0',
      '10.0',
    ])
    expect(fanOutMarkdown(results)).toContain(
      '| 1,000 | Placard | SQLite FULL | 18.0 | 36.0 | 0.90 | 1.13 | 1.0 | 12.0 | 10.0 |  |',
    )
  })

  it('keeps every turn on the page', () => {
    expect(fanOutMarkdown(results)).toContain('| 1,000 | Placard | 1 | 25.0 | 50.0 | 12.0 | 10.0 | 21 |')
  })

  it('judges each number of listeners, and memory at ten thousand alone', () => {
    const judged = fanOutGoals(results).map((goal) => [goal.what, goal.value, verdictOf(goal)])
    expect(judged).toEqual([
      ['last receipt, 1,000 listeners', 0.9, 'met'],
      ['processor time for each delivery, 1,000 listeners', 1, 'missed'],
      ['memory for each of 10,000 listeners', undefined, 'not measured'],
    ])
    const many = fanOutOf(
      MEASUREMENTS.slice(0, 3).map((one) => ({ ...one, listeners: 10_000 })),
      OPTIONS,
    )
    expect(verdictOf(fanOutGoals(many).at(-1) ?? fail())).toBe('met')
  })
})

function fail(): never {
  throw new Error('there is no goal')
}
