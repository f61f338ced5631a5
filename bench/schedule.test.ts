import { describe, expect, it } from 'vitest'
import { dueOf, scheduleOf } from './schedule.ts'

const LOAD = { displays: 2_000, perSecond: 200, seconds: 20, seed: 7 }

describe('the schedule of an open loop', () => {
  it('is even, whole and within the displays', () => {
    const schedule = scheduleOf(LOAD)
    expect(schedule).toHaveLength(4_000)
    expect(schedule.map(({ atMs }) => atMs)).toEqual(Array.from({ length: 4_000 }, (_, write) => write * 5))
    expect(schedule.every(({ display }) => Number.isInteger(display) && display >= 0 && display < 2_000)).toBe(true)
  })

  it('spreads over all displays', () => {
    const { size } = new Set(scheduleOf(LOAD).map(({ display }) => display))
    expect(size).toBeGreaterThan(1_600)
  })

  it('leaves a changed display alone for a second', () => {
    for (const load of [LOAD, { displays: 100, perSecond: 50, seconds: 10, seed: 1 }]) {
      const changedAt = new Map<number, number>()
      for (const { atMs, display } of scheduleOf(load)) {
        expect(atMs - (changedAt.get(display) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThan(1_000)
        changedAt.set(display, atMs)
      }
    }
  })

  it('is the same for the same seed and another one for another', () => {
    expect(scheduleOf(LOAD)).toEqual(scheduleOf(LOAD))
    expect(scheduleOf(LOAD)).not.toEqual(scheduleOf({ ...LOAD, seed: 8 }))
  })

  it('says when the displays are too few', () => {
    expect(() => scheduleOf({ ...LOAD, displays: 399 })).toThrow(RangeError)
  })
})

it('a write that is sent early counts from when it is sent, and a late one from when it was due', () => {
  expect(dueOf(100, 99.4)).toBe(99.4)
  expect(dueOf(100, 103)).toBe(100)
})
