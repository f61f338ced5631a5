import type { ItemId, ManifestItem } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instant, itemsArbitrary } from './arbitrary.ts'
import { loopStartAfter } from './loop-start.ts'

const before = 1_700_000_000_000
const now = before + 4_321

const a: ManifestItem = { id: 'a' as ItemId, type: 'image', url: '/media/a.jpg', duration: 5 }
const b: ManifestItem = { id: 'b' as ItemId, type: 'video', url: '/media/b.mp4', duration: 10 }

describe('loopStartAfter', () => {
  it.each<[string, ManifestItem[]]>([
    ['an item added', [a, b, { ...a, id: 'c' as ItemId }]],
    ['an item removed or hidden', [a]],
    ['all of them removed', []],
    ['an item moved', [b, a]],
    ['an address changed', [a, { ...b, url: '/media/c.mp4' }]],
    ['a type changed', [{ ...a, type: 'youtube' }, b]],
    ['a duration changed', [{ ...a, duration: 6 }, b]],
    ['a duration taken away', [{ id: a.id, type: a.type, url: a.url }, b]],
    ['an item replaced by another of the same address', [{ ...a, id: 'c' as ItemId }, b]],
  ])('PB5 P9 the loop restarts with %s', (_, after) => {
    expect(loopStartAfter({ items: [a, b], loopStartedAt: before }, { items: after }, now)).toBe(now)
  })

  it('PB5 P9 a change of the ticker, of a title or of a hidden item leaves the loop alone', () => {
    fc.assert(
      fc.property(itemsArbitrary(0), instant, instant, (items, loopStartedAt, later) => {
        // NaN only occurs in handmade manifests, and is not equal to itself.
        const sane = items.map((item) => ({ ...item, duration: Number.isNaN(item.duration) ? 0 : item.duration }))
        const retitled = sane.map((item) => ({ ...item, title: 'another', sha256: 'ab' }))
        expect(loopStartAfter({ items: sane, loopStartedAt }, { items: retitled }, later)).toBe(loopStartedAt)
      }),
    )
  })

  it('[CP3] an inclusion that comes on restarts it, and one whose schedule changes nothing now does not', () => {
    const items = [a, { ...b, inclusion: 0 }]
    const [never, always] = [{ until: '2001-01-01T00:00' }, { from: '2001-01-01T00:00' }]
    const was = { items, loopStartedAt: before, inclusions: [never] }
    expect(loopStartAfter(was, { items, inclusions: [always] }, now)).toBe(now)
    expect(loopStartAfter(was, { items, inclusions: [{ until: '2002-01-01T00:00' }] }, now)).toBe(before)
    expect(loopStartAfter({ ...was, inclusions: [always] }, { items, inclusions: [never] }, now)).toBe(now)
    // An item that was always on now comes with an inclusion that is on.
    expect(loopStartAfter({ items: [a, b], loopStartedAt: before }, { items, inclusions: [always] }, now)).toBe(before)
  })

  it('PB5 the first item of an empty display starts its loop', () => {
    expect(loopStartAfter({ items: [], loopStartedAt: before }, { items: [a] }, now)).toBe(now)
  })

  it('PB5 it answers one of the two moments and nothing else', () => {
    fc.assert(
      fc.property(itemsArbitrary(0), itemsArbitrary(0), (one, other) => {
        expect([before, now]).toContain(loopStartAfter({ items: one, loopStartedAt: before }, { items: other }, now))
      }),
    )
  })
})
