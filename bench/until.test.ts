import { expect, it } from 'vitest'
import { until } from './until.ts'

it('never resolves before its instant', async () => {
  const early: number[] = []
  for (let round = 0; round < 60; round += 1) {
    const instant = performance.now() + 0.37 + (round % 7) * 0.61
    await until(instant)
    early.push(instant - performance.now())
  }
  expect(Math.max(...early)).toBeLessThanOrEqual(0)
})

it('resolves at once for an instant that is over', async () => {
  let turns = 0
  const timer = setImmediate(() => {
    turns += 1
  })
  await until(performance.now() - 5)
  clearImmediate(timer)
  expect(turns).toBe(0)
})
