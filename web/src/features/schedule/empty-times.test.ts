import { ItemId, type ManifestItem, Schedule, type ZoneOffsets } from '@placard/contract'
import { planAt } from '@placard/playback'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arbitrarySchedule } from './arbitrary.ts'
import { emptyTimes } from './empty-times.ts'
import { DAY_MS } from './local-date.ts'

/** Berlin over the winter in which the schedules are. */
const OFFSETS: ZoneOffsets = [
  [Date.UTC(2026, 2, 29, 1), 120],
  [Date.UTC(2026, 9, 25, 1), 60],
  [Date.UTC(2027, 2, 28, 1), 120],
]
const school = Schedule.parse({ days: [1, 2, 3, 4, 5], hours: [{ from: '08:00', until: '14:00' }] })
const at = (local: string) => Date.parse(`${local}+01:00`)
/** From a Sunday's noon. */
const WEEK = { from: at('2026-11-22T12:00'), until: at('2026-11-29T12:00') }

it('[SD8] tells when nothing plays, and is silent about what always has something', () => {
  expect(emptyTimes([[undefined], [school]], OFFSETS, WEEK)).toEqual([])
  expect(emptyTimes([], OFFSETS, WEEK)).toEqual([WEEK])
  const before = Schedule.parse({ hours: [{ from: '14:00', until: '08:00' }], not: ['2026-11-23'] })
  expect(emptyTimes([[school], [before]], OFFSETS, WEEK)).toEqual([
    { from: WEEK.from, until: at('2026-11-22T14:00') },
    { from: at('2026-11-23T14:00'), until: at('2026-11-24T08:00') },
    { from: at('2026-11-28T08:00'), until: at('2026-11-28T14:00') },
    { from: at('2026-11-29T08:00'), until: WEEK.until },
  ])
})

it('[SD8] nothing plays at just those times', () => {
  const schedule = fc.oneof(fc.constant(undefined), arbitrarySchedule)
  // Its own, and that of an inclusion.
  const schedules = fc.array(fc.tuple(schedule, schedule), { maxLength: 4 })
  fc.assert(
    fc.property(schedules, fc.nat(400 * DAY_MS), fc.nat(7 * DAY_MS - 1), (all, later, within) => {
      const from = Date.UTC(2026, 5, 1) + later
      const holes = emptyTimes(all, OFFSETS, { from, until: from + 7 * DAY_MS })
      const inclusions = all.map(([, schedule]) => schedule ?? {})
      const items = all.map(
        ([schedule], nth): ManifestItem => ({
          id: ItemId.parse(`item-${nth}`),
          type: 'image',
          url: '/media/a.jpg',
          inclusion: nth,
          ...(schedule ? { schedule } : {}),
        }),
      )
      const isEmpty = (now: number) =>
        planAt({ items, inclusions, loopStartedAt: from, zoneOffsets: OFFSETS }, now).status === 'empty'
      const isHole = (now: number) => holes.some((hole) => now >= hole.from && now < hole.until)
      const edges = holes.flatMap((hole) => [hole.from - 1, hole.from, hole.until - 1, hole.until])
      for (const now of [from + within, ...edges]) {
        if (now >= from && now < from + 7 * DAY_MS) expect(isEmpty(now)).toBe(isHole(now))
      }
    }),
  )
})
