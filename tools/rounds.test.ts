import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'
import {
  EACH_TIME,
  fontsOf,
  journeysOf,
  LONG_ROUNDS,
  LONG_TESTS,
  listJourneys,
  longTestsLeftOutOf,
  ROUNDS,
  secondsOf,
  WAITING,
} from './rounds.mjs'

/** The files of each round. */
const rounds = Array.from({ length: ROUNDS }, (_, round) => journeysOf(round))

it('every journey is in one round, or in each', () => {
  for (const file of listJourneys()) {
    const count = rounds.filter((files) => files.includes(file)).length
    expect(count, file).toBe(EACH_TIME.includes(file) ? ROUNDS : 1)
  }
  expect(new Set(rounds.flat())).toEqual(new Set(listJourneys()))
})

it('every long test is there, and in one round', () => {
  for (const file of Object.keys(LONG_TESTS)) {
    expect(existsSync(join(PROJECT, file)), file).toBe(true)
    const runs = Array.from({ length: LONG_ROUNDS }, (_, round) => round).filter(
      (round) => !longTestsLeftOutOf(round).includes(file),
    )
    expect(runs, file).toHaveLength(1)
  }
})

it('a long test runs on both databases', () => {
  expect(LONG_ROUNDS % 2).toBe(1)
})

it('after the last round comes the first', () => {
  expect(journeysOf(ROUNDS + 2)).toEqual(journeysOf(2))
})

it('[HS24] each journey is run with few fonts and with all', () => {
  for (const [round, files] of rounds.entries()) {
    const next = round + ROUNDS
    expect(journeysOf(next)).toEqual(files)
    expect(new Set([fontsOf(round), fontsOf(next)])).toEqual(new Set(['few', 'all']))
  }
})

it('no round is half as long again as another', () => {
  const sums = rounds.map((files) => files.reduce((sum, file) => sum + secondsOf(file), 0))
  expect(Math.max(...sums)).toBeLessThan(1.5 * Math.min(...sums))
  expect(listJourneys()).toEqual(expect.arrayContaining(Object.keys(WAITING)))
})
