import type { DisplayId, ItemId, Manifest, OrganisationId, ZoneOffsets } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openingReaderOf, screenPlanAt } from './opening.ts'
import { planAt } from './plan.ts'
import { scheduleStateAt } from './schedule.ts'

const UTC: ZoneOffsets = [[0, 0]]
/** A Monday. */
const MONDAY = Date.parse('2026-11-23T00:00:00Z')
const at = (time: string, day = 0) => MONDAY + day * 86_400_000 + Date.parse(`1970-01-01T${time}Z`)
const OFFICE = { days: [1, 2, 3, 4, 5], hours: [{ from: '07:00', until: '18:00' }] }

const manifest = (more: Partial<Manifest> = {}): Manifest => ({
  organisationId: 'vnr' as OrganisationId,
  displayId: 'ece' as DisplayId,
  name: 'ECE',
  revision: 1,
  loopStartedAt: MONDAY,
  openingHours: OFFICE,
  zoneOffsets: UTC,
  items: [{ id: 'a' as ItemId, type: 'image', url: '/media/a.jpg', duration: 10 }],
  lines: [],
  ...more,
})

describe('[SH2] a screen within the opening hours of its display', () => {
  it('[SH2] the loop within them, nothing outside, and the loop again two minutes early', () => {
    const one = manifest()
    expect(screenPlanAt(one, at('06:57:59'))).toEqual({
      status: 'asleep',
      over: [],
      items: [],
      lines: [],
      until: at('06:58:00'),
    })
    expect(screenPlanAt(one, at('06:58:00'))).toEqual(planAt(one, at('06:58:00')))
    expect(screenPlanAt(one, at('12:00:00'))).toEqual(planAt(one, at('12:00:00')))
    // At the end of the hours, in the middle of an item.
    expect(screenPlanAt(manifest({ loopStartedAt: MONDAY + 5_000 }), at('17:59:56'))).toMatchObject({
      status: 'playing',
      until: at('18:00:00'),
      current: { endsAt: at('18:00:05') },
    })
    expect(screenPlanAt(one, at('18:00:00'))).toMatchObject({ status: 'asleep', until: at('06:58:00', 1) })
    // From Friday evening over the weekend.
    expect(screenPlanAt(one, at('20:00:00', 4))).toMatchObject({ status: 'asleep', until: at('06:58:00', 7) })
  })

  it('[SH2] a screen never goes dark over hours that cannot be read or never come', () => {
    expect(screenPlanAt(manifest({ zoneOffsets: undefined }), at('20:00:00'))).toMatchObject({ status: 'playing' })
    expect(screenPlanAt(manifest({ openingHours: undefined }), at('20:00:00'))).toMatchObject({ status: 'playing' })
    expect(openingReaderOf(null, UTC)(0)).toMatchObject({ isOn: true })
    // Sunday from two to three, by a clock that skips that hour on the only Sunday there is: it comes again.
    expect(openingReaderOf({ days: [7], hours: [{ from: '02:00', until: '03:00' }] }, UTC)(at('12:00:00')).isOn).toBe(
      false,
    )
  })

  it('[SH2] two windows that lie closer than two minutes leave no dark between them', () => {
    const hours = [
      { from: '08:00', until: '12:00' },
      { from: '12:01', until: '18:00' },
    ]
    const one = manifest({ openingHours: { hours } })
    expect(screenPlanAt(one, at('12:00:30'))).toMatchObject({ status: 'playing' })
  })

  it('[SH2] at any moment it is asleep exactly outside of the hours, but for the two minutes before', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
    const openingHours = fc.record(
      {
        days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }).map((days) => days.sort()),
        hours: fc.array(fc.record({ from: time, until: time }), { minLength: 1, maxLength: 3 }),
        not: fc.constant<string[]>(['2026-11-25']),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(openingHours, fc.integer({ min: 0, max: 14 * 86_400 }), (hours, seconds) => {
        const now = MONDAY + seconds * 1_000
        const isOpen = scheduleStateAt(hours, UTC, now).isOn || scheduleStateAt(hours, UTC, now + 120_000).isOn
        const plan = screenPlanAt(manifest({ openingHours: hours }), now)
        expect(plan.status).toBe(isOpen ? 'playing' : 'asleep')
        expect(plan.until).toBeGreaterThan(now)
      }),
    )
  })
})
