import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choose, failed, NO_BUILDS, painted, REFUSED_FOR_MS, readBuilds, tried } from './builds.ts'

describe('the builds', () => {
  it('[F39] a new one is tried; without its word the one before comes back, for an hour', () => {
    const before = painted('old')
    expect(choose(before, 'new', 0)).toBe('new')
    const refused = failed(tried(before, 'new', 0), 'new', 0)
    expect(choose(refused, 'new', 1)).toBe('old')
    expect(choose(refused, 'new', REFUSED_FOR_MS)).toBe('new')
    expect(choose(refused, 'newer', 1)).toBe('newer')
  })

  it('[F39] a build that crashes the browser each time is refused as well', () => {
    let builds = painted('old')
    for (let start = 0; start < 3; start += 1) {
      expect(choose(builds, 'new', start)).toBe('new')
      builds = tried(builds, 'new', start)
    }
    builds = tried(builds, 'new', 3)
    expect(choose(builds, 'new', 4)).toBe('old')
  })

  it('[F39] the first there is, and the one that is proven, are never refused', () => {
    expect(choose(failed(NO_BUILDS, 'only', 0), 'only', 1)).toBe('only')
    expect(failed(painted('one'), 'one', 0)).toEqual(painted('one'))
  })

  it('[F33] a clock that was put back shuts no build out for years', () => {
    const refused = failed(painted('old'), 'new', 9e12)
    expect(choose(refused, 'new', 1_000)).toBe('new')
  })

  it('[B95] whatever the device says, there is a build to serve', () => {
    fc.assert(
      fc.property(fc.anything(), fc.integer(), (value, now) => {
        expect(typeof choose(readBuilds(value), 'installed', now)).toBe('string')
      }),
    )
  })
})
