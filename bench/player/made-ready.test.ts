import { expect, it } from 'vitest'
import { type Decks, type Films, madeReadySection } from './made-ready.ts'

const MACHINE = { processors: 2, model: 'One', memoryGiB: 24, system: 'linux x64', node: 'v26' }
const FILMS: Films = {
  measuredAt: '2026-11-23T05:39:16.851Z',
  machine: MACHINE,
  goals: { conversion: 0.8, copiedBeyondTransferMs: 5_000, checkingMiB: 64 },
  conversion: { picturesPerSecond: 174, decoderAndEncoder: 214, encoderAlone: 394, ratio: 0.8126 },
  checking: { aboveRestMiB: 1.02, ms: 3_888 },
  copied: { fileBytes: 75_358_668, ms: 7_461, transferMs: 996, beyondMs: 6_465 },
}
const DECKS: Decks = { ...FILMS, goalMs: 20_000, pages: 20, drawnMs: 5_938, ms: 10_267 }

it('a conversion is told beside decoder and encoder, and beside the encoder alone', () => {
  const page = madeReadySection(FILMS, undefined)
  expect(page).toContain(
    '| 174/s: 0.81 × | 214/s | the browser’s decoder and encoder, directly connected | ≥ 0.8 × | met |',
  )
  expect(page).toContain('| 174/s: 0.44 × | 394/s | the browser’s encoder alone | none | — |')
  expect(page).toContain('| 7.5 s | 1.0 s | its transfer alone | ≤ 5.0 s beyond it | missed |')
  expect(page).not.toContain('PDF')
})

it('a deck has its goal, and nothing is said of what was never measured', () => {
  expect(madeReadySection(undefined, DECKS)).toContain('| 10.3 s | — |')
  expect(madeReadySection(undefined, undefined)).toBe('')
})
