import { expect, it } from 'vitest'
import { resultsPage } from '../page.ts'
import { thisMachine } from '../report.ts'
import { ABUSES } from './abuses.ts'
import { hostile } from './hostile.ts'

const FIGURES = {
  writes: 1_000,
  answerMs: { p50: 1, p99: 3 },
  sentMs: { p50: 0, p99: 0 },
  lost: 0,
  refused: 0,
  othersCpuPercent: 0,
  serverCpuPercent: 10,
  memoryMiB: 300,
  answers: {},
  neighbour: { p99Ms: { 'check of a feed': 1, 'report of plays': 1, pairing: 1, 'sign-in': 1 }, refused: 0 },
}
const stretch = (abuses: string[], p99: number, diskMiB = 3) => ({
  ...FIGURES,
  abuses,
  receiptMs: { p50: 1, p99, longest: p99 },
  diskMiB,
})
const IDS = ABUSES.map(({ id }) => id)

type Made = ReturnType<typeof stretch>
type Kept = Omit<Made, 'neighbour'> & { neighbour: Made['neighbour'] | undefined }

function pageOf(stretches: Kept[]): string {
  const size = { displays: 500, rate: 50, seconds: 20 }
  const kept = { measuredAt: '2026-11-24T00:00:00.000Z', machine: thisMachine(), ...size, stretches }
  return resultsPage([hostile.section(kept)], [])
}

it('each kind of abuse is held to its own goal: three times what it is without', () => {
  const without = stretch([], 4)
  const page = pageOf([without, stretch(IDS, 8), without, stretch(['S1'], 11), without, stretch(['S27'], 13)])
  expect(page).toContain(
    '| p99 of 500 displays during all abuses at once | 2.00 × without abuse | ≤ 3 × without abuse | met |',
  )
  expect(page).toMatch(/p99 of 500 displays during S1, .+ \| 2\.75 × without abuse \| ≤ 3 × without abuse \| met \|/)
  expect(page).toMatch(
    /p99 of 500 displays during S27, .+ \| 3\.25 × without abuse \| ≤ 3 × without abuse \| missed \|/,
  )
  expect(page).toMatch(/p99 of 500 displays during S9, .+ \| — \| ≤ 3 × without abuse \| not measured \|/)
})

it('the disk grows by no more than a day of log beside any of them', () => {
  const without = stretch([], 4)
  const page = pageOf([without, stretch(IDS, 8, 65), without, stretch(['S1'], 4, 3), without, stretch(['S27'], 4, 70)])
  expect(page).toContain('| disk growth during all abuses at once | 65.00 MiB | ≤ 64 MiB | missed |')
  expect(page).toContain('| largest disk growth during any one abuse | 70.00 MiB | ≤ 64 MiB | missed |')
})

it('[S36] a run of before there was a neighbour is shown, and its goals are not measured', () => {
  const before = [stretch([], 4), stretch(['S1'], 8)].map((one) => ({ ...one, neighbour: undefined }))
  expect(pageOf(before)).toMatch(
    /p99 of a neighbour’s calls during S1, .+ \| — \| ≤ 3 × without abuse \| not measured \|/,
  )
})

it('a run of before, without the kinds that have come since, is not called all of them', () => {
  const page = pageOf([stretch([], 4), stretch(IDS.slice(1), 8)])
  expect(page).toContain('| p99 of 500 displays during all abuses at once | — | ≤ 3 × without abuse | not measured |')
})

it('a run of one kind keeps the rows of the others, unless they had another load', () => {
  const size = { displays: 500, rate: 50, seconds: 20 }
  const of = (stretches: Made[], load = size) => ({ ...load, stretches })
  const former = of([stretch([], 4), stretch(['S1'], 8), stretch([], 5), stretch(['S2'], 20)])
  const measured = of([stretch([], 6), stretch(['S2'], 9)])
  expect(hostile.withFormer?.(measured, former)).toEqual(
    of([stretch([], 4), stretch(['S1'], 8), stretch([], 6), stretch(['S2'], 9)]),
  )
  const smaller = { ...size, displays: 50 }
  expect(hostile.withFormer?.(measured, of(former.stretches, smaller))).toEqual(measured)
})
