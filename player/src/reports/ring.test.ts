import { ItemId, MAX_EVENTS_PER_REPORT, MAX_EVENTS_PER_SCREEN, type ScreenEvent } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchOf, type Ring, readRing, remember, without } from './ring.ts'

const event: fc.Arbitrary<ScreenEvent> = fc.oneof(
  fc.record({ kind: fc.constant('storage-full' as const), at: fc.nat() }),
  fc.record({
    kind: fc.constant('item-failed' as const),
    at: fc.nat(),
    itemId: fc.constant(ItemId.parse('a')),
    fault: fc.constantFrom('missing' as const, 'unshowable' as const),
  }),
)
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('happens' as const), event }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constantFrom('sends' as const, 'is answered' as const, 'reloads' as const) }),
  },
)

describe('the ring of unsent events', () => {
  it('is never over its bound, keeps the newest in order, and loses nothing but to the bound', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 300, size: 'max' }), (actions) => {
        let ring: Ring = []
        let sent: ScreenEvent[] = []
        const all: ScreenEvent[] = []
        let told = 0
        for (const one of actions) {
          if (one.type === 'happens') {
            const happened = { ...one.event, at: all.length }
            all.push(happened)
            ring = remember(ring, happened)
          } else if (one.type === 'sends') {
            sent = batchOf(ring)
          } else if (one.type === 'is answered') {
            const before = ring.length
            ring = without(ring, sent)
            told += before - ring.length
            sent = []
          } else {
            // The page ended before an answer came, so its events are sent again.
            ring = readRing(JSON.stringify(ring))
            sent = []
          }
          expect(ring.length).toBeLessThanOrEqual(MAX_EVENTS_PER_SCREEN)
          expect(batchOf(ring).length).toBeLessThanOrEqual(MAX_EVENTS_PER_REPORT)
          const first = all.length - ring.length
          if (ring.some(({ at }, index) => at !== first + index)) throw new Error('not the newest, in order')
          if (all.length <= MAX_EVENTS_PER_SCREEN) expect(ring.length).toBe(all.length - told)
        }
      }),
    )
  })

  it.each([null, '', '{', '7', '{"a":1}', '[1,null,"x"]'])('[B95] reads %j from storage as nothing', (text) => {
    expect(readRing(text)).toEqual([])
  })

  it('[B95] reads no more than it would have kept', () => {
    expect(readRing(JSON.stringify(Array(9_999).fill({})))).toHaveLength(MAX_EVENTS_PER_SCREEN)
  })
})
