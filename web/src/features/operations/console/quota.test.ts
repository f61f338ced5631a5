import { MAX_QUOTA_BYTES } from '@placard/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readQuota, writeQuota } from './quota.ts'

const GB = 2 ** 30

it('reads a quota in GB; nothing is the default', () => {
  expect(['', '  ', '0', '5', '0.5', '1,5', ' 20 '].map(readQuota)).toEqual([
    null,
    null,
    0,
    5 * GB,
    GB / 2,
    1.5 * GB,
    20 * GB,
  ])
  expect(['-1', 'five', '1e3', '1.2.3', 'Infinity', '9999999999'].map(readQuota)).toEqual(Array(6).fill(Number.NaN))
})

it('writes every quota so that it is read as the same', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 0, max: MAX_QUOTA_BYTES })), (bytes) => {
      expect(readQuota(writeQuota(bytes))).toBe(bytes)
    }),
  )
  expect(writeQuota(5 * GB)).toBe('5')
  expect(writeQuota(20 * GB)).toBe('20')
  expect(writeQuota(GB / 2)).toBe('0.5')
})
