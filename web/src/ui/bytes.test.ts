import { expect, it } from 'vitest'
import { writeBytes } from './bytes.ts'

const GB = 2 ** 30

it('writes what is stored as people read it', () => {
  expect([0, 2_500_000, 200_000_000, 5 * GB].map((bytes) => writeBytes(bytes, 'en'))).toEqual([
    '0 MB',
    '2.4 MB',
    '191 MB',
    '5 GB',
  ])
})
