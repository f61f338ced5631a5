import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'
import { EACH_TIME, journeysOf, LONG_TESTS, listJourneys, longTestsLeftOutOf, ROUNDS } from './rounds.mjs'

/** The files of each. */
const rounds = Array.from({ length: ROUNDS }, (_, round) => journeysOf(round))

it('every journey is in one round, or in each', () => {
  for (const file of listJourneys()) {
    const count = rounds.filter((files) => files.includes(file)).length
    expect(count, file).toBe(EACH_TIME.includes(file) ? ROUNDS : 1)
  }
  expect(new Set(rounds.flat())).toEqual(new Set(listJourneys()))
})

it('every long test is there, and in one of three rounds', () => {
  for (const file of LONG_TESTS) {
    expect(existsSync(join(PROJECT, file)), file).toBe(true)
    const runs = [0, 1, 2].filter((round) => !longTestsLeftOutOf(round).includes(file))
    expect(runs, file).toHaveLength(1)
  }
})

it('after the last round comes the first', () => {
  expect(journeysOf(ROUNDS + 2)).toEqual(journeysOf(2))
})

it('no round is twice as long as another', () => {
  const lines = (file: string) => readFileSync(join(import.meta.dirname, '../e2e', file), 'utf8').split('\n').length
  const sums = rounds.map((files) => files.reduce((sum, file) => sum + lines(file), 0))
  expect(Math.max(...sums)).toBeLessThan(2 * Math.min(...sums))
})
