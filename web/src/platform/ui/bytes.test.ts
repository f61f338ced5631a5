import { expect, it } from 'vitest'
import { writeBytes, writeFileSize } from './bytes.ts'

const GB = 2 ** 30

it('writes what is stored as people read it', () => {
  expect([0, 2_500_000, 200_000_000, 5 * GB].map((bytes) => writeBytes(bytes, 'en'))).toEqual([
    '0 MB',
    '2.4 MB',
    '191 MB',
    '5 GB',
  ])
})

it('[LB1] writes the size of a small file in kilobytes', () => {
  const sizes = [1, 81_920, 2_500_000].map((bytes) => writeFileSize(bytes, 'en'))
  expect(sizes).toEqual(['1 kB', '80 kB', '2.4 MB'])
})
