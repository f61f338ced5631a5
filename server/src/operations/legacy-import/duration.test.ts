import { Duration, MAX_DURATION_SECONDS } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDuration } from './duration.ts'
import { CutText, type KeptValue } from './kept-value.ts'

const anything: fc.Arbitrary<KeptValue> = fc.oneof(
  fc.string(),
  fc.double().map(String),
  fc.integer().map(String),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom<KeptValue>(null, [], ['15'], new Map([['seconds', 15]]), new CutText('15'), '1e999', '-0', '0x10'),
)

describe('E5 [B38] [B96] a duration of the old product', () => {
  it.each([
    ['15', 15],
    [' 15 ', 15],
    ['0', 0],
    ['007', 7],
    [15, 15],
    [0, 0],
    [-0, 0],
  ])('%j is taken without a word', (value, seconds) => {
    expect(readDuration(value)).toEqual({ seconds })
  })

  it.each([undefined, null, ''])('%j is none, and that is no fault', (value) => {
    expect(readDuration(value)).toEqual({ seconds: undefined })
  })

  it.each([
    ['15.5', 16],
    [0.2, 1],
    ['0.2', 1],
    ['86401', MAX_DURATION_SECONDS],
    [2 ** 31, MAX_DURATION_SECONDS],
  ])('%j is brought into the range, and that is told', (value, seconds) => {
    expect(readDuration(value)).toEqual({ seconds, remark: expect.stringContaining('its duration is') })
  })

  it.each([
    'abc',
    '-1',
    '1e999',
    '15 s',
    '0x10',
    '١٥',
    -1,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    true,
    [],
    ['15'],
    new Map([['toString', 'x']]),
  ])('%j is left out, and that is told', (value) => {
    expect(readDuration(value as KeptValue)).toEqual({
      seconds: undefined,
      remark: expect.stringContaining('ignored'),
    })
  })

  it('comes to something that the contract stores or to nothing, and only what is kept exactly goes without a remark', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const { seconds, remark } = readDuration(value)
        if (seconds !== undefined) expect(Duration.parse(seconds)).toBe(seconds)
        if (remark === undefined && seconds !== undefined) expect(Number(value) === seconds).toBe(true)
        if (remark === undefined && seconds === undefined) expect([null, '']).toContain(value)
      }),
    )
  })

  it('every whole number of seconds of the range is itself, as a number and as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_DURATION_SECONDS }), (seconds) => {
        expect(readDuration(seconds)).toEqual({ seconds })
        expect(readDuration(String(seconds))).toEqual({ seconds })
      }),
    )
  })
})
