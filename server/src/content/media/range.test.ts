import { describe, expect, it } from 'vitest'
import { readRange } from './range.ts'

describe('[B69] byte ranges', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=20-10', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=-', undefined],
    ['items=0-1', undefined],
    [`bytes=${'0-1,'.repeat(10_000)}`, undefined],
  ] as const)('%s of 100 bytes', (header, expected) => {
    expect(readRange(header, 100)).toEqual(expected)
  })
})
