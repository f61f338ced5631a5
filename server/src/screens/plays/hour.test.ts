import fc from 'fast-check'
import { expect, it } from 'vitest'
import { zoneOffsetsOf } from '../../content/schedules/service.ts'
import { cutAtHours, hourOf, instantOf, listDays, startsOf, writeLocal } from './hour.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const HOUR_MS = 60 * 60_000
/** Offsets of whole hours, halves and quarters. */
const ZONES = ['UTC', 'Europe/Vienna', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe']

it.each(ZONES)('[PP2] an hour begins when the clock in %s says so', (zone) => {
  const offsets = zoneOffsetsOf(zone, NOW)
  fc.assert(
    fc.property(fc.integer({ min: NOW - 31 * 24 * HOUR_MS, max: NOW }), (at) => {
      const start = instantOf(hourOf(offsets, at))
      expect(start).toBeLessThanOrEqual(at)
      expect(at - start).toBeLessThan(HOUR_MS)
      expect(writeLocal(zone, start).time).toMatch(/:(00|30)$/)
    }),
  )
})

it.each(ZONES)('[PP2] a span is cut at the hours in %s, and nothing of it is lost', (zone) => {
  const offsets = zoneOffsetsOf(zone, NOW)
  const span = fc.record({ at: fc.integer({ min: NOW - 31 * 24 * HOUR_MS, max: NOW }), ms: fc.nat(15 * 60_000) })
  fc.assert(
    fc.property(span, ({ at, ms }) => {
      const parts = cutAtHours(offsets, at, ms)
      expect(parts.reduce((sum, part) => sum + part.ms, 0)).toBe(ms)
      expect(parts.length).toBeLessThanOrEqual(2)
      expect(parts[0]?.hour).toBe(hourOf(offsets, at))
      expect(new Set(parts.map(({ hour }) => hour)).size).toBe(parts.length)
    }),
  )
})

it('[PP2] days begin by the clock of the zone, the short and the long one too', () => {
  const days = listDays('2026-10-24', '2026-10-26')
  expect(days).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
  const starts = startsOf('Europe/Vienna', days)
  expect(starts.map((at) => new Date(at).toISOString())).toEqual([
    '2026-10-23T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
    '2026-10-26T23:00:00.000Z',
  ])
  expect(startsOf('Nowhere/At-all', ['2026-10-24'])[0]).toBe(Date.parse('2026-10-24'))
})
