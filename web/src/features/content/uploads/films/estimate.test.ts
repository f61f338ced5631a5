import { expect, it } from 'vitest'
import { createEstimate } from './estimate.ts'

it('[CT3] tells how long the rest takes by how long it has taken so far, and not at once', () => {
  let now = 1_000
  const estimate = createEstimate(() => now)
  now += 4_000
  expect(estimate.leftMs(0.5)).toBeUndefined()
  now += 6_000
  expect(estimate.leftMs(0)).toBeUndefined()
  expect(estimate.leftMs(0.25)).toBe(30_000)
  expect(estimate.leftMs(1)).toBe(0)
})

it('[CT3] a pause does not count, however often it is begun and ended', () => {
  let now = 0
  const estimate = createEstimate(() => now)
  now += 10_000
  estimate.pause()
  now += 3_600_000
  expect(estimate.leftMs(0.5)).toBe(10_000)
  estimate.pause()
  estimate.goOn()
  estimate.goOn()
  now += 10_000
  expect(estimate.leftMs(0.5)).toBe(20_000)
})
