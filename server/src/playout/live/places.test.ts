import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPlaces, divideStreams } from './places.ts'

const DEFAULTS = { perAddress: 2_000, perDisplay: 12_000, inAll: undefined }
const LIMITS = {
  ...{ perAddress: 3, perProvider: 9, perSession: 2, perAccount: 9, perOrganisation: 9, perDisplay: 4 },
  ...{ unproven: 6, inAll: 6 },
}

describe('the places of listeners', () => {
  it.each([
    ['address', { perAddress: 1 }, { network: 'a', display: 'e' }],
    ['display', { perDisplay: 1 }, { network: 'b', display: 'd' }],
    ['session', { perSession: 1 }, { network: 'b', display: 'e', session: 's' }],
    ['account', { perAccount: 1 }, { network: 'b', display: 'e', session: 't', account: 'a' }],
    [
      'organisation',
      { perOrganisation: 1 },
      { network: 'b', display: 'e', session: 't', account: 'b', organisation: 'o' },
    ],
    ['provider', { perProvider: 1 }, { network: 'b', provider: 'p', display: 'e' }],
    ['server', { inAll: 1 }, { network: 'b', display: 'e' }],
    ['server', { unproven: 1 }, { network: 'b', display: 'e' }],
  ] as const)('[B85] a full %s turns away, and is told apart', (full, limit, guest) => {
    const places = createPlaces({ ...LIMITS, ...limit })
    const first = places.take({
      ...{ network: 'a', provider: 'p', display: 'd', session: 's', account: 'a', organisation: 'o' },
    })
    expect(first.taken).toBe(true)
    expect(places.take(guest)).toEqual({ taken: false, full })
    const none = { address: 0, provider: 0, session: 0, account: 0, organisation: 0, display: 0, server: 0 }
    expect(places.refused()).toEqual({ ...none, [full]: 1 })
    if (first.taken) first.leave()
    expect(places.take(guest).taken).toBe(true)
  })

  it('[B85] as listeners come and go, no limit is exceeded, none is disconnected, and every place is freed', () => {
    const guest = fc.record({
      network: fc.constantFrom('a', 'b', 'c'),
      display: fc.constantFrom('d', 'e'),
      session: fc.constantFrom(undefined, 's', 't'),
    })
    const step = fc.oneof(
      fc.record({ type: fc.constant('come' as const), guest }),
      fc.record({ type: fc.constant('go' as const), which: fc.nat(20), twice: fc.boolean() }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const places = createPlaces(LIMITS)
        const inside: { guest: { network: string; display: string; session: string | undefined }; leave(): void }[] = []
        for (const one of steps) {
          if (one.type === 'go') {
            const [gone] = inside.splice(one.which % Math.max(1, inside.length), 1)
            gone?.leave()
            if (one.twice) gone?.leave()
          } else {
            const count = (field: 'network' | 'display' | 'session') =>
              inside.filter((other) => other.guest[field] === one.guest[field]).length
            const isFull =
              inside.length >= LIMITS.inAll ||
              count('network') >= LIMITS.perAddress ||
              count('display') >= LIMITS.perDisplay ||
              (one.guest.session !== undefined && count('session') >= LIMITS.perSession)
            const place = places.take(one.guest)
            expect(place.taken).toBe(!isFull)
            if (place.taken) inside.push({ guest: one.guest, leave: place.leave })
          }
          expect(places.taken()).toBe(inside.length)
        }
      }),
    )
  })
})

describe('how many places there are', () => {
  it('[B85] [F59] stays below the limit of open files, with some left for everything else and for people', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 16, max: 2_000_000 }),
        fc.option(fc.integer({ min: 2, max: 1_000_000 })),
        (files, wanted) => {
          const { screens, people } = divideStreams({ ...DEFAULTS, inAll: wanted ?? undefined }, files)
          expect(screens.inAll + people.inAll).toBeLessThanOrEqual(files - Math.min(files / 2, 256))
          if (wanted !== null) expect(screens.inAll + people.inAll).toBeLessThanOrEqual(wanted)
          expect(people.inAll).toBeGreaterThanOrEqual(1)
          expect(screens.inAll).toBeGreaterThanOrEqual(people.inAll)
        },
      ),
    )
  })

  it.each([
    ['where nobody says how many files may be open', undefined, 20_000],
    ['with no limit', Number.POSITIVE_INFINITY, 20_000],
    ['with 65,536 files', 65_536, 20_000],
    ['with 4,096 files', 4_096, 3_584],
    ['with 1,024 files', 1_024, 768],
  ])('%s', (_, files, most) => {
    const { screens, people } = divideStreams(DEFAULTS, files)
    expect(screens.inAll + people.inAll).toBe(most)
  })

  it('[S36] a paired screen has a place when strangers have all that they may have, and another network has one beside a /48', () => {
    const { screens } = divideStreams(DEFAULTS, 65_536)
    const places = createPlaces(screens)
    const come = (provider: string) => {
      let count = 0
      for (let n = 0; n < screens.inAll; n += 1) {
        if (places.take({ network: `${provider} ${n}`, provider, display: `${n}` }).taken) count += 1
      }
      return count
    }
    expect(come('2001:db8:7::/48')).toBe(Math.ceil(screens.unproven * 0.75))
    expect(places.take({ network: 'another', provider: 'another', display: 'd' }).taken).toBe(true)
    for (const provider of ['a', 'b']) come(provider)
    expect(places.taken()).toBe(screens.unproven)
    expect(places.take({ network: 'late', provider: 'late', display: 'd' })).toEqual({ taken: false, full: 'server' })
    expect(screens.inAll - screens.unproven).toBe(Math.ceil(screens.inAll / 10))
    for (let n = 0; n < screens.inAll - screens.unproven; n += 1) {
      expect(places.take({ session: `screen ${n}` }).taken).toBe(true)
    }
    expect(places.take({ session: 'one more' })).toEqual({ taken: false, full: 'server' })
  })

  it('[S11] neither one account nor the people of one organisation take the places of all', () => {
    const { people } = divideStreams(DEFAULTS, 65_536)
    const places = createPlaces(people)
    const come = (account: string, organisation: string) => {
      let count = 0
      for (let device = 0; device < 100; device += 1) {
        // Every stream is from another network and another session, so that no other limit applies.
        const guest = {
          network: `${account}/${device}`,
          display: `${account}/${device}`,
          session: `${account}/${device}`,
        }
        if (places.take({ ...guest, account, organisation }).taken) count += 1
      }
      return count
    }
    expect(come('viewer', 'vnr')).toBe(40)
    for (let other = 0; other < 50; other += 1) come(`viewer ${other}`, 'vnr')
    expect(places.taken()).toBeLessThanOrEqual(people.inAll / 2)
    expect(come('head', 'another')).toBeGreaterThan(0)
  })

  it('[B85] three hundred screens behind one address have room several times over, and ten thousand on one display', () => {
    const { screens } = divideStreams(DEFAULTS, 65_536)
    expect(screens.perAddress).toBeGreaterThanOrEqual(3 * 300)
    expect(screens.perDisplay).toBeGreaterThanOrEqual(10_000)
    expect(screens.inAll).toBeGreaterThanOrEqual(10_000)
  })
})
