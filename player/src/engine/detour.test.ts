import type { DisplayId, ItemId, Manifest, ManifestLine, OrganisationId } from '@placard/contract'
import { type Plan, planAt } from '@placard/playback'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDetour } from './detour.ts'

const START = 1_000_000

function manifest(seconds: number[], loopStartedAt = START, from = 0): Manifest {
  return {
    organisationId: 'vnr' as OrganisationId,
    displayId: 'ece' as DisplayId,
    name: 'ECE',
    revision: 1,
    loopStartedAt,
    items: seconds.map((duration, index) => ({
      id: `i${index + from}` as ItemId,
      type: 'image',
      url: `/media/${index + from}.jpg`,
      duration,
    })),
    lines: [],
  }
}

const idOf = (plan: Plan) => (plan.status === 'playing' ? plan.current.item.id : undefined)
const playing = (plan: Plan) => {
  if (plan.status !== 'playing') throw new Error('nothing plays')
  return plan
}

describe('PB7 [U13] a preview that is somewhere else in the loop than the screens', () => {
  const three = manifest([10, 20, 30])

  it('[U13] is where they are until somebody asks for something else, and after one word again', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 7 }), fc.nat({ max: 10 ** 7 }), (first, later) => {
        const detour = createDetour()
        expect(detour.plan(three, START + first)).toEqual(planAt(three, START + first))
        detour.skip(START + first)
        detour.hold(START + first)
        expect([detour.isLive(), detour.isHeld()]).toEqual([false, true])
        detour.live()
        expect([detour.isLive(), detour.isHeld()]).toEqual([true, false])
        const now = START + first + later
        expect(detour.plan(three, now)).toEqual(planAt(three, now))
      }),
    )
  })

  it('[LY4] a zone is at the same moment as the main zone: ahead with it, held with it, and live with it', () => {
    const detour = createDetour()
    const zone = manifest([5, 7, 11], START, 10)
    const now = START + 4_000
    detour.plan(three, now)
    expect(detour.planOfZone(zone, now)).toEqual(planAt(zone, now))
    detour.skip(now)
    detour.plan(three, now)
    // The main zone is at the beginning of its second item, six seconds ahead.
    expect(playing(detour.planOfZone(zone, now))).toMatchObject({
      current: { item: { id: 'i11' }, startsAt: START - 1_000, endsAt: START + 6_000 },
      until: START + 6_000,
    })
    detour.hold(now)
    expect(idOf(detour.planOfZone(zone, now + 60_000))).toBe('i11')
    expect(detour.planOfZone(zone, now).until).toBe(Number.POSITIVE_INFINITY)
    detour.live()
    expect(detour.planOfZone(zone, now)).toEqual(planAt(zone, now))
  })

  it('[U13] skips to the beginning of the next item, which then has its whole time', () => {
    const detour = createDetour()
    const now = START + 4_000
    detour.plan(three, now)
    detour.skip(now)
    expect(playing(detour.plan(three, now))).toMatchObject({
      current: { item: { id: 'i1' }, startsAt: now, endsAt: now + 20_000 },
      next: { item: { id: 'i2' }, startsAt: now + 20_000 },
      until: now + 20_000,
    })
    detour.skip(now + 1_000)
    detour.skip(now + 1_000)
    expect(idOf(detour.plan(three, now + 1_000))).toBe('i0')
  })

  it('[U13] held it stays, with nothing to wait for, and goes on from there', () => {
    const detour = createDetour()
    const now = START + 9_000
    detour.plan(three, now)
    detour.hold(now)
    const held = playing(detour.plan(three, now))
    expect(held.until).toBe(Number.POSITIVE_INFINITY)
    const hourLater = now + 3_600_000
    expect(detour.plan(three, hourLater)).toEqual(held)
    detour.resume(hourLater)
    expect(playing(detour.plan(three, hourLater)).current).toMatchObject({
      item: { id: 'i0' },
      endsAt: hourLater + 1_000,
    })
    expect(detour.isLive()).toBe(false)
  })

  it('[U13] held it can be skipped, and is held there', () => {
    const detour = createDetour()
    detour.plan(three, START)
    detour.hold(START)
    detour.skip(START + 60_000)
    expect(playing(detour.plan(three, START + 60_000))).toMatchObject({
      current: { item: { id: 'i1' }, startsAt: START + 60_000 },
      until: Number.POSITIVE_INFINITY,
    })
    detour.skip(START + 90_000)
    expect(idOf(detour.plan(three, START + 99_000))).toBe('i2')
  })

  it('[U13] another manifest, which begins the loop anew, leaves it at its item if that is still there', () => {
    for (const hold of [true, false]) {
      const detour = createDetour()
      detour.plan(three, START)
      if (hold) detour.hold(START)
      detour.skip(START + 1_000)
      const changed = manifest([10, 20, 30, 40], START + 3_000)
      expect(idOf(detour.plan(changed, START + 3_000))).toBe('i1')
      expect(detour.isHeld()).toBe(hold)
      expect(idOf(detour.plan(manifest([10], START + 4_000, 7), START + 4_000))).toBe('i7')
      expect(detour.isLive()).toBe(true)
    }
  })

  it('[U12] shows one item for its time, as soon as it has come, and is live again afterwards', () => {
    const detour = createDetour()
    detour.plan(three, START)
    detour.hold(START)
    detour.show('i3' as ItemId, START + 100)
    expect(idOf(detour.plan(three, START + 100))).toBe('i0')
    const now = START + 500
    const added = manifest([10, 20, 30, 40], now)
    expect(playing(detour.plan(added, now)).current).toMatchObject({
      item: { id: 'i3' },
      startsAt: now,
      endsAt: now + 40_000,
    })
    expect([detour.isLive(), detour.isHeld()]).toEqual([false, false])
    expect(idOf(detour.plan(added, now + 39_999))).toBe('i3')
    expect(detour.plan(added, now + 40_000)).toEqual(planAt(added, now + 40_000))
    expect(detour.isLive()).toBe(true)
  })

  it('[U12] does not wait for ever for an item that never comes', () => {
    const detour = createDetour()
    detour.plan(three, START)
    detour.show('i3' as ItemId, START)
    detour.plan(three, START + 60_000)
    expect(idOf(detour.plan(manifest([10, 20, 30, 40], START + 60_001), START + 60_001))).toBe('i0')
    expect(detour.isLive()).toBe(true)
  })

  it('[U13] nothing to show is nothing to skip', () => {
    const detour = createDetour()
    const nothing = manifest([])
    detour.plan(nothing, START)
    detour.skip(START)
    detour.hold(START)
    expect(detour.plan(nothing, START + 1).status).toBe('empty')
    detour.resume(START + 2)
    expect(idOf(detour.plan(three, START + 3))).toBe('i0')
  })
})

describe('[TM1] a preview that was sent to a moment', () => {
  const HOUR_MS = 3_600_000
  const now = Date.UTC(2026, 11, 1, 9)
  /** An item that is on all day, one that is alone at noon, and a line in the evening. */
  const day: Manifest = {
    ...manifest([10, 20, 30], now),
    zoneOffsets: [[0, 0]],
    lines: [{ id: 'l', text: 'Closing', schedule: { hours: [{ from: '18:00', until: '19:00' }] } }] as ManifestLine[],
  }
  const noon = { hours: [{ from: '12:00', until: '13:00' }], alone: true as const }
  day.items = day.items.map((item, index) => (index === 2 ? { ...item, schedule: noon } : item))
  const at = (hours: number) => now + (hours - 9) * HOUR_MS

  it('shows what is on then, by the plan of that moment, and goes on from there', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000, max: 30 * 24 * HOUR_MS }), fc.nat({ max: HOUR_MS }), (ahead, later) => {
        const detour = createDetour()
        detour.plan(day, now)
        detour.goTo(now + ahead, now)
        expect([detour.isLive(), detour.wentTo()]).toEqual([false, now + ahead])
        const [shown, planned] = [detour.plan(day, now + later), planAt(day, now + ahead + later)]
        expect({ id: idOf(shown), items: shown.items, lines: shown.lines, until: shown.until }).toEqual({
          id: idOf(planned),
          items: planned.items,
          lines: planned.lines,
          until: planned.until - ahead,
        })
      }),
    )
  })

  it('steps from change to change of what is on, of the loop and of the ticker', () => {
    const detour = createDetour()
    detour.plan(day, now)
    const moments: (number | undefined)[] = []
    for (let step = 0; step < 5; step += 1) {
      detour.goToChange(now)
      detour.plan(day, now)
      moments.push(detour.wentTo())
    }
    expect(moments).toEqual([at(12), at(13), at(18), at(19), at(12 + 24)])
    detour.live()
    expect([detour.isLive(), detour.wentTo()]).toEqual([true, undefined])
  })

  it('stays where it is when nothing will come or go', () => {
    const detour = createDetour()
    detour.plan(manifest([10, 20]), START)
    detour.goToChange(START)
    expect(detour.isLive()).toBe(true)
  })

  it('stays at its moment when the display is changed meanwhile, and shows the change', () => {
    const detour = createDetour()
    detour.plan(day, now)
    detour.goTo(at(12), now)
    expect(idOf(detour.plan(day, now))).toBe('i2')
    const changed = { ...day, revision: 2, loopStartedAt: now + 5, items: day.items.slice(0, 2) }
    expect(idOf(detour.plan(changed, now + 5))).toBe(idOf(planAt(changed, at(12) + 5)))
    expect(detour.wentTo()).toBe(at(12))
  })

  it('is held there, skips on from there, and is told which moment that is', () => {
    const detour = createDetour()
    detour.plan(day, now)
    detour.goTo(at(10), now)
    detour.hold(now)
    expect(idOf(detour.plan(day, now + 25_000))).toBe('i0')
    detour.skip(now + 25_000)
    expect([idOf(detour.plan(day, now + 25_000)), detour.wentTo()]).toEqual(['i1', at(10) + 10_000])
  })

  it('a line that comes or goes sooner is no item: a skip goes to the next one, and one further on is found', () => {
    const hours = Array.from({ length: 4 }, (_, second) => ({
      from: `18:00:0${second}`,
      until: `18:00:0${second + 1}`,
    }))
    const lines = hours.map((one, index) => ({ id: `l${index}`, text: 'Closing', schedule: { hours: [one] } }))
    const restless = { ...day, lines: lines as ManifestLine[] }
    const detour = createDetour()
    const shown = () => idOf(detour.plan(restless, at(18)))
    expect(shown()).toBe('i0')
    detour.skip(at(18))
    expect(shown()).toBe('i1')
    detour.live()
    detour.show('i1' as ItemId, at(18))
    expect(shown()).toBe('i1')
  })

  it('is sent nowhere by what is no moment', () => {
    const detour = createDetour()
    detour.plan(day, now)
    for (const moment of [Number.NaN, Number.POSITIVE_INFINITY]) detour.goTo(moment, now)
    expect(detour.isLive()).toBe(true)
  })
})

describe('[TM4] a preview that begins with something that is tried', () => {
  const some = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 })

  it('has it on at once and for its whole time, and goes on with what follows it', () => {
    fc.assert(
      fc.property(some, fc.nat(), fc.nat({ max: 10 ** 6 }), fc.boolean(), (seconds, which, later, skips) => {
        const loop = manifest(seconds)
        const index = which % seconds.length
        const durationMs = (seconds[index] ?? 0) * 1_000
        const now = START + later
        const detour = createDetour()
        detour.plan(loop, now)
        if (skips) detour.skip(now)
        detour.begin(`i${index}` as ItemId)
        const tried = { ...loop, revision: 2 }
        expect(playing(detour.plan(tried, now)).current).toMatchObject({
          item: { id: `i${index}` },
          startsAt: now,
          endsAt: now + durationMs,
        })
        expect(idOf(detour.plan(tried, now + durationMs - 1))).toBe(`i${index}`)
        expect(idOf(detour.plan(tried, now + durationMs))).toBe(`i${(index + 1) % seconds.length}`)
        expect(detour.wentTo()).toBeUndefined()
      }),
    )
  })

  it('is never further from the present than one pass through the loop, however often something is tried', () => {
    // A pass takes a minute, and 50 times 25 s after START it is 0:37:30.
    const hours = [{ from: '00:38:31', until: '23:00' }]
    const lines = [{ id: 'l', text: 'Later', schedule: { hours } }] as ManifestLine[]
    const loop: Manifest = { ...manifest([10, 20, 30]), zoneOffsets: [[0, 0]], lines }
    const detour = createDetour()
    for (let turn = 1; turn <= 50; turn += 1) {
      const now = START + turn * 25_000
      detour.begin('i1' as ItemId)
      const plan = detour.plan({ ...loop, revision: turn }, now)
      expect([idOf(plan), plan.lines]).toEqual(['i1', []])
    }
  })

  it('stays with it when another manifest comes, and is held where it was held', () => {
    for (const hold of [true, false]) {
      const detour = createDetour()
      detour.plan(manifest([10, 20, 30]), START)
      if (hold) detour.hold(START)
      detour.begin('i2' as ItemId)
      detour.plan(manifest([10, 20, 31]), START + 1)
      expect(idOf(detour.plan(manifest([10, 20, 31, 5], START + 2_000), START + 2_000))).toBe('i2')
      expect([detour.isLive(), detour.isHeld()]).toEqual([false, hold])
    }
  })

  it('at a moment that it was sent to it stays at that moment, and without the item where it is', () => {
    const hour = 3_600_000
    const detour = createDetour()
    detour.plan(manifest([10, 20, 30]), START)
    detour.goTo(START + hour, START)
    detour.begin('i1' as ItemId)
    expect(idOf(detour.plan(manifest([10, 21, 30]), START))).toBe('i1')
    expect(detour.wentTo()).toBeGreaterThan(START + hour - 61_000)
    const wentTo = detour.wentTo()
    detour.begin('i9' as ItemId)
    detour.plan(manifest([10, 21, 30]), START)
    expect(detour.wentTo()).toBe(wentTo)
  })
})

describe('[TM1] a preview that plays what was on before', () => {
  it('shows the other manifest at its moment and goes on from there, whatever played until then', () => {
    const seconds = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 })
    fc.assert(
      fc.property(seconds, seconds, fc.nat({ max: 10 ** 9 }), fc.nat({ max: 10 ** 6 }), (present, past, ago, later) => {
        const now = START + 2 * 10 ** 9
        const detour = createDetour()
        if (later % 2 === 0) detour.plan(manifest(present, now - 5_000), now)
        detour.goTo(now - ago, now)
        const before = manifest(past, START, 50)
        const [shown, planned] = [detour.plan(before, now + later), planAt(before, now - ago + later)]
        expect({ id: idOf(shown), items: shown.items, until: shown.until }).toEqual({
          id: idOf(planned),
          items: planned.items,
          until: planned.until + ago,
        })
        expect([detour.isLive(), detour.wentTo()]).toEqual([false, now - ago])
      }),
    )
  })
})
