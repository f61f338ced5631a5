import { openingReaderOf } from '@placard/playback'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asWanted, type PanelPlan, planPanel } from './wanted-panel.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** A Monday. */
const MONDAY = Date.parse('2026-11-23T00:00:00Z')
const at = (days: number, hours: number) => MONDAY + days * DAY_MS + hours * HOUR_MS
/** From Monday to Friday, 8 to 18. */
const OFFICE = openingReaderOf({ days: [1, 2, 3, 4, 5], hours: [{ from: '08:00', until: '18:00' }] }, [[0, 0]])

/** The state of a panel that follows a plan and hears nothing more. */
function stateAt({ isOn, changes }: PanelPlan, instant: number): boolean {
  return changes.findLast((change) => change.at <= instant)?.isOn ?? isOn
}

it('PX4 follows the opening hours for eight days, without a further word', () => {
  const plan = planPanel(OFFICE, null, at(0, 6)) as PanelPlan
  expect(plan.isOn).toBe(false)
  expect(plan.changes.slice(0, 4)).toEqual([
    { at: at(0, 8), isOn: true },
    { at: at(0, 18), isOn: false },
    { at: at(1, 8), isOn: true },
    { at: at(1, 18), isOn: false },
  ])
  fc.assert(
    fc.property(fc.nat(7 * 24 * 60), (minutes) => {
      const instant = at(0, 6) + minutes * 60_000
      expect(stateAt(plan, instant)).toBe(OFFICE(instant).isOn)
    }),
  )
  expect(asWanted(plan, at(0, 7)).changes[0]).toEqual({ inMs: HOUR_MS, isOn: true })
})

it('PX4 a take-over switches the panel on until its end, at night as well', () => {
  const night = planPanel(OFFICE, at(0, 23), at(0, 22)) as PanelPlan
  expect(night.isOn).toBe(true)
  expect(night.changes.slice(0, 2)).toEqual([
    { at: at(0, 23), isOn: false },
    { at: at(1, 8), isOn: true },
  ])
  // One that goes on into the morning leaves the panel on.
  const long = planPanel(OFFICE, at(1, 9), at(0, 22)) as PanelPlan
  expect(long.isOn).toBe(true)
  expect(long.changes[0]).toEqual({ at: at(1, 18), isOn: false })
  fc.assert(
    fc.property(fc.nat(7 * 24 * 60), fc.nat(48 * 60), (minutes, lasts) => {
      const now = at(0, 0)
      const until = now + lasts * 60_000
      const instant = now + minutes * 60_000
      const plan = planPanel(OFFICE, lasts === 0 ? null : until, now) as PanelPlan
      expect(stateAt(plan, instant)).toBe(OFFICE(instant).isOn || (lasts > 0 && instant < until))
    }),
  )
})

it('PX4 without opening hours the panel is switched by commands, and on for a take-over', () => {
  expect(planPanel(undefined, null, MONDAY)).toBe(null)
  expect(planPanel(undefined, at(0, 2), MONDAY)).toEqual({ isOn: true, changes: [] })
  const always = openingReaderOf(null, [[0, 0]])
  expect(planPanel(always, null, MONDAY)).toEqual({ isOn: true, changes: [] })
})

it('has few changes, however often a display opens', () => {
  const hours = Array.from({ length: 6 }, (_, n) => ({ from: `${10 + 2 * n}:00`, until: `${11 + 2 * n}:00` }))
  const often = openingReaderOf({ days: [1, 2, 3, 4, 5, 6, 7], hours }, [[0, 0]])
  const { changes } = planPanel(often, null, MONDAY) as PanelPlan
  expect(changes.length).toBeLessThanOrEqual(33)
  expect(changes.every((one, index) => one.isOn !== changes[index + 1]?.isOn)).toBe(true)
})
