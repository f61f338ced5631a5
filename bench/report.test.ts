import { describe, expect, it } from 'vitest'
import type { PassFigures } from './one-pass.ts'
import { type Machine, type Measurement, resultsOf, resultsPage, terminalTable } from './report.ts'

const MACHINE: Machine = { processors: 2, model: 'a processor', memoryGiB: 4, system: 'linux 6 x64', node: 'v26.10.0' }
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

const results = resultsOf(MEASUREMENTS, OPTIONS, MACHINE, new Date('2026-11-21T04:00:00Z'))

describe('the report', () => {
  it('takes the best of the passes and sets it against the same number of listeners', () => {
    const [, , placard] = results.rows
    expect(placard?.best.lastReceiptP50Ms).toBe(18)
    expect(placard?.ratioTo).toEqual({ plain: 0.9, durable: 1.125 })
    expect(results.rows.at(-1)?.ratioTo.plain).toBe(1)
  })

  it('leaves a noisy pass out where there is a quiet one', () => {
    const passes = [pass(5, { othersCpuPercent: 21 }), pass(30, { othersCpuPercent: 20 })]
    const [row] = resultsOf([{ name: 'plain', listeners: 1_000, passes }], OPTIONS, MACHINE, new Date(0)).rows
    expect(row?.best.lastReceiptP50Ms).toBe(30)
    expect(row?.noisy).toBe(false)
  })

  it('calls noisy all that is compared with a server that had no quiet pass', () => {
    const [plain, ...others] = MEASUREMENTS
    const disturbed = { name: 'plain', listeners: 1_000, passes: [pass(9, { othersCpuPercent: 90 })] } as const
    expect(plain?.listeners).toBe(disturbed.listeners)
    const { rows } = resultsOf(
      [{ ...disturbed, passes: [...disturbed.passes] }, ...others],
      OPTIONS,
      MACHINE,
      new Date(0),
    )
    expect(rows.map((row) => row.noisy)).toEqual([true, true, true, false])
    expect(terminalTable(results)).not.toContain('noisy')
  })

  it('has the same cells on the terminal and on the page', () => {
    const terminal = terminalTable(results).split('\n')
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
    expect(resultsPage(results)).toContain(
      '| 1,000 | Placard | SQLite FULL | 18.0 | 36.0 | 0.90 | 1.13 | 1.0 | 12.0 | 10.0 |  |',
    )
  })

  it('keeps every turn on the page', () => {
    expect(resultsPage(results)).toContain('| 1,000 | Placard | 1 | 25.0 | 50.0 | 12.0 | 10.0 | 21 |')
  })
})
