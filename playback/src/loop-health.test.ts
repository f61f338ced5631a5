import { type ManifestItem, pageIdOf } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemsArbitrary } from './arbitrary.ts'
import { loopHealthAt, loopsWithin, passageMs, roundMs, SEEN_MS } from './loop-health.ts'
import { planAt } from './plan.ts'

const AT = Date.UTC(2026, 11, 1, 8)
const items = (...seconds: number[]): ManifestItem[] =>
  seconds.map((duration, index) => ({
    id: `item-${index}` as ManifestItem['id'],
    type: 'image',
    url: '/media/a.jpg',
    duration,
  }))

describe('[TM3] loopHealthAt', () => {
  it('[CT8] counts the pages of a deck as one', () => {
    const [first, deck, last] = items(10, 0, 20) as [ManifestItem, ManifestItem, ManifestItem]
    const pages = [5, 15].map((duration, index) => ({ ...deck, id: pageIdOf(deck.id, index + 1), duration }))
    const health = loopHealthAt({ items: [first, ...pages, last], loopStartedAt: AT }, AT, 10_000)
    const alike = loopHealthAt({ items: [first, { ...deck, duration: 20 }, last], loopStartedAt: AT }, AT, 10_000)
    expect(health).toEqual(alike)
  })

  it('gives the odds that stepping planAt from every second of a loop gives', () => {
    const whole = itemsArbitrary(1, 6).map((some) =>
      some.map((item) => ({ ...item, duration: Math.max(1, Math.round(Math.min(item.duration || 15, 90)) || 15) })),
    )
    fc.assert(
      fc.property(whole, fc.constantFrom(10, 30, 60), (some, dwell) => {
        const playable = { items: some, loopStartedAt: AT }
        const health = loopHealthAt(playable, AT, dwell * 1_000)
        const starts = health.lengthMs / 1_000
        const counts = new Map(some.map(({ id }) => [id, 0]))
        let seenMs = 0
        // All times are whole seconds here, so the middle of a second represents it.
        for (let start = 0; start < starts; start += 1) {
          const from = AT + start * 1_000 + 500
          const shown = new Map<string, number>()
          for (let at = from; at < from + dwell * 1_000; ) {
            const plan = planAt(playable, at)
            if (plan.status === 'empty') throw new Error('nothing plays')
            const until = Math.min(plan.current.endsAt, from + dwell * 1_000)
            const key = `${plan.current.item.id} ${plan.current.startsAt}`
            shown.set(key, (shown.get(key) ?? 0) + until - at)
            at = until
          }
          const seen = new Set([...shown].filter(([, ms]) => ms >= SEEN_MS).map(([key]) => key.split(' ')[0]))
          for (const id of counts.keys()) if (seen.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1)
          seenMs += Math.min(dwell * 1_000, health.lengthMs)
        }
        for (const { id, odds } of health.items) expect(odds).toBeCloseTo((counts.get(id) ?? 0) / starts, 9)
        expect(health.seen).toBeCloseTo(seenMs / starts / health.lengthMs, 9)
      }),
      { numRuns: 60 },
    )
  })

  it('knows a loop by heart: nine minutes, of which half a minute sees a twentieth', () => {
    const playable = { items: items(60, 300, 180), loopStartedAt: AT }
    expect(loopHealthAt(playable, AT, 30_000)).toEqual({
      lengthMs: 540_000,
      until: Number.POSITIVE_INFINITY,
      items: [
        { id: 'item-0', durationMs: 60_000, perHour: 60 / 9, odds: 88 / 540 },
        { id: 'item-1', durationMs: 300_000, perHour: 60 / 9, odds: 328 / 540 },
        { id: 'item-2', durationMs: 180_000, perHour: 60 / 9, odds: 208 / 540 },
      ],
      seen: 30 / 540,
    })
  })

  it('nothing on is nothing seen, and one item alone is seen by everybody', () => {
    expect(loopHealthAt({ items: [], loopStartedAt: AT }, AT, 10_000)).toMatchObject({
      lengthMs: 0,
      items: [],
      seen: 0,
    })
    expect(loopHealthAt({ items: items(7), loopStartedAt: AT }, AT, 10_000)).toMatchObject({
      seen: 1,
      items: [{ odds: 1 }],
    })
  })

  it('is of what is on at the moment, until that changes', () => {
    const [first, second] = items(60, 300) as [ManifestItem, ManifestItem]
    const playable = {
      items: [first, { ...second, schedule: { hours: [{ from: '12:00', until: '14:00' }] } }],
      loopStartedAt: AT,
      zoneOffsets: [[0, 120]] as [number, number][],
    }
    const noon = AT + 2 * 3_600_000
    expect(loopHealthAt(playable, AT, 30_000)).toMatchObject({ lengthMs: 60_000, until: noon })
    expect(loopHealthAt(playable, noon, 30_000)).toMatchObject({ lengthMs: 360_000, until: noon + 2 * 3_600_000 })
    expect(loopsWithin(playable, AT, AT + 24 * 3_600_000)).toEqual([
      { from: AT, lengthMs: 60_000 },
      { from: noon, lengthMs: 360_000 },
      { from: noon + 2 * 3_600_000, lengthMs: 60_000 },
    ])
    expect(loopsWithin(playable, AT, noon)).toHaveLength(1)
  })

  it('a text takes as long as it needs past the whole screen, and comes round behind all others', () => {
    // 26 px in 85 ms, on 1,920 px (P4).
    expect(passageMs(0)).toBeCloseTo((1_920 * 85) / 26)
    expect(passageMs(3_000)).toBeCloseTo((4_920 * 85) / 26)
    expect(roundMs([100])).toBeCloseTo((1_920 * 85) / 26)
    expect(roundMs([3_000, 1_000])).toBeCloseTo((4_128 * 85) / 26)
  })
})
