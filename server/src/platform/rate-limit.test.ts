import { expect, it } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

const LIMIT = { atOnce: 3, everyMs: 100, names: 50 }

it('[S36] a name that is used up takes nothing from another, however many names there are', () => {
  const limit = createRateLimit(LIMIT)
  for (let name = 0; name < 10 * LIMIT.names; name += 1) {
    for (let n = 0; n < LIMIT.atOnce; n += 1) expect(limit.take(`crowd ${name}`, 0)).toBe(0)
    expect(limit.take(`crowd ${name}`, 0)).toBe(LIMIT.everyMs)
  }
  expect(limit.take('another', 0)).toBe(0)
})

it('gives one back after each span, and what is taken back at once', () => {
  const limit = createRateLimit(LIMIT)
  for (let n = 0; n < LIMIT.atOnce; n += 1) limit.take('one', 0)
  expect(limit.waitMs('one', 40)).toBe(60)
  expect(limit.take('one', 100)).toBe(0)
  expect(limit.waitMs('one', 100)).toBe(100)
  limit.giveBack('one', 100)
  expect(limit.take('one', 100)).toBe(0)
  // A clock that was set back neither adds nor removes allowance.
  expect(limit.waitMs('one', 0)).toBe(100)
})
