import { SCREEN_BEAT_MS, SCREEN_SILENT_MS, SCREEN_UNSEEN_MS } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alarmOf } from './alarm.ts'

const NOW = Date.parse('2026-11-21T08:00:00Z')
const LONG_AGO = NOW - 24 * 60 * 60_000
const MINUTE_MS = 60_000
const OPEN = { isOn: true, since: Number.NEGATIVE_INFINITY }

/** @param heardMs time since its page was last heard; `paintedMs`: time between its last painting and that */
const screen = (heardMs: number, paintedMs: number, reportedMs = 4 * MINUTE_MS) => ({
  beat: { at: NOW - heardMs, paintedAt: NOW - heardMs - paintedMs },
  seenAt: NOW - reportedMs,
})

describe('[F64] whether a screen is an alarm', () => {
  it('not while it paints, nor for a beat or two that are lost', () => {
    expect(alarmOf(screen(3_000, 900), LONG_AGO, OPEN, NOW)).toBe(null)
    expect(alarmOf(screen(2 * SCREEN_BEAT_MS, 900), LONG_AGO, OPEN, NOW)).toBe(null)
    expect(alarmOf(screen(SCREEN_SILENT_MS, 0), LONG_AGO, OPEN, NOW)).toBe(null)
  })

  it('after a minute without a word, since the last', () => {
    expect(alarmOf(screen(SCREEN_SILENT_MS + 1, 900), LONG_AGO, OPEN, NOW)).toEqual({
      kind: 'silent',
      since: NOW - SCREEN_SILENT_MS - 1,
    })
    // A report counts as being heard, too.
    expect(alarmOf(screen(SCREEN_SILENT_MS + 1, 900, 5_000), LONG_AGO, OPEN, NOW)).toBe(null)
  })

  it('after a minute of a page that is heard and paints nothing, since it last painted', () => {
    expect(alarmOf(screen(5_000, 50_000), LONG_AGO, OPEN, NOW)).toBe(null)
    expect(alarmOf(screen(5_000, 55_001), LONG_AGO, OPEN, NOW)).toEqual({ kind: 'dark', since: NOW - 60_001 })
    // A hidden page may report only once a minute.
    expect(alarmOf(screen(90_000, 200_000), LONG_AGO, OPEN, NOW)).toEqual({ kind: 'dark', since: NOW - 290_000 })
    expect(alarmOf(screen(SCREEN_UNSEEN_MS + 1, 200_000, SCREEN_UNSEEN_MS + 1), LONG_AGO, OPEN, NOW)).toMatchObject({
      kind: 'silent',
    })
  })

  it('never of a player that says nothing of its screen', () => {
    expect(alarmOf({ beat: null, seenAt: LONG_AGO }, LONG_AGO, OPEN, NOW)).toBe(null)
  })

  it('never before the server has listened for as long itself', () => {
    const instant = fc.integer({ min: 0, max: 60 * MINUTE_MS })
    fc.assert(
      fc.property(
        instant,
        instant,
        instant,
        fc.integer({ min: 0, max: SCREEN_SILENT_MS }),
        (heard, painted, seen, up) => {
          const since = NOW - up
          const alarm = alarmOf(screen(heard, painted, seen), since, OPEN, NOW)
          // It may judge by what it has heard itself.
          if (NOW - heard < since) expect(alarm).toBe(null)
          else if (alarm) expect(alarm.kind).toBe('dark')
        },
      ),
    )
  })

  it('since an instant that lies a minute back at least, and never in what is to come', () => {
    const instant = fc.integer({ min: -60 * MINUTE_MS, max: 60 * MINUTE_MS })
    fc.assert(
      fc.property(instant, fc.nat(60 * MINUTE_MS), instant, instant, (heard, painted, seen, up) => {
        const alarm = alarmOf(screen(heard, painted, seen), NOW - up, OPEN, NOW)
        if (alarm) expect(NOW - alarm.since).toBeGreaterThan(SCREEN_SILENT_MS)
      }),
    )
  })

  it('[SH2] never outside of the opening hours, and not for a minute after they have begun', () => {
    const [silent, dark] = [screen(10 * MINUTE_MS, 900, 10 * MINUTE_MS), screen(5_000, 2 * MINUTE_MS)]
    const since = (ms: number, isOn = true) => ({ isOn, since: NOW - ms })
    for (const one of [silent, dark]) {
      expect(alarmOf(one, LONG_AGO, since(5 * MINUTE_MS, false), NOW)).toBe(null)
      expect(alarmOf(one, LONG_AGO, since(20 * MINUTE_MS), NOW)).not.toBe(null)
    }
    expect(alarmOf(silent, LONG_AGO, since(SCREEN_SILENT_MS), NOW)).toBe(null)
    expect(alarmOf(silent, LONG_AGO, since(SCREEN_SILENT_MS + 1), NOW)).toMatchObject({ kind: 'silent' })
  })
})
