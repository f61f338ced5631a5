import { describe, expect, it } from 'vitest'
import { readTestArguments } from './test-arguments.mjs'

describe('the arguments of npm test', () => {
  it('is everything, one part, or one share', () => {
    expect(readTestArguments([])).toEqual({
      parts: ['check', 'unit', 'e2e'],
      shard: undefined,
      round: 'of the commit',
      rest: [],
    })
    expect(readTestArguments(['--only', 'unit', '-t', 'F51'])).toEqual({
      parts: ['unit'],
      shard: undefined,
      round: undefined,
      rest: ['-t', 'F51'],
    })
    expect(readTestArguments(['e2e', '--shard', '1/3'])).toEqual({
      parts: ['e2e'],
      shard: '1/3',
      round: undefined,
      rest: [],
    })
    expect(readTestArguments(['slow'])).toEqual({
      parts: ['slow'],
      shard: undefined,
      round: undefined,
      rest: [],
    })
    expect(readTestArguments(['--only=e2e', '--shard=3/3', 'a.spec.ts'])).toEqual({
      parts: ['e2e'],
      shard: '3/3',
      round: undefined,
      rest: ['a.spec.ts'],
    })
  })

  it('has a round of the journeys, the one of the commit or another, or all', () => {
    expect(readTestArguments(['--round', '2']).round).toBe(2)
    expect(readTestArguments(['--round', 'all']).round).toBeUndefined()
    expect(readTestArguments(['--shard', '1/2']).round).toBeUndefined()
    expect(readTestArguments(['e2e', '--round', '2']).round).toBe(2)
  })

  it('has the fonts of the journeys, or leaves them to the round', () => {
    expect(readTestArguments(['e2e', '--fonts', 'few', 'a.spec.ts'])).toMatchObject({
      fonts: 'few',
      rest: ['a.spec.ts'],
    })
    expect(readTestArguments(['--fonts=all']).fonts).toBe('all')
    expect(readTestArguments([]).fonts).toBeUndefined()
  })

  it('has the checks in the first share alone', () => {
    expect(readTestArguments(['--shard', '1/2']).parts).toEqual(['check', 'unit', 'e2e'])
    expect(readTestArguments(['--shard', '2/2']).parts).toEqual(['unit', 'e2e'])
  })

  it.each([
    ['--only', 'everything'],
    ['--only'],
    ['--shard', '4/3'],
    ['--shard', '0/3'],
    ['--shard', 'two'],
    ['--round', 'next'],
    ['--fonts', 'none'],
  ])('is not %s %s', (...args) => {
    expect(() => readTestArguments(args)).toThrow(/takes/)
  })
})
