import { ItemId, SCREEN_UNSEEN_MS, type Screen, ScreenId, type ScreenState, type Screens } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { alarmedOf, healthOf, isGone, onScreenOf, reachOf, summaryOf, troublesOf } from './health.ts'

const NOW = Date.parse('2026-11-21T08:00:00Z')
const HOUR_MS = 60 * 60_000
const display = { at: NOW, revision: 7, changedAt: NOW - 12_000, asleepUntil: null }

function screen(state: Partial<ScreenState> = {}, rest: Partial<Screen> = {}): Screen {
  return {
    id: ScreenId.parse('0'.repeat(32)),
    name: '',
    firstSeenAt: NOW - HOUR_MS,
    seenAt: NOW - 60_000,
    userAgent: '',
    // The rest of its state is not judged.
    state: { doing: 'playing', revision: 7, itemId: null, full: false, broken: [], ...state } as ScreenState,
    beat: null,
    alarm: null,
    events: [],
    reports: [],
    ...rest,
  }
}

describe('how a screen stands', () => {
  it('well, when it plays what the display has', () => {
    expect(healthOf(screen(), display)).toEqual({ status: 'well' })
    expect(healthOf(screen({ doing: 'empty' }), display)).toEqual({ status: 'well' })
  })

  it('updating for a while after a change, then behind by as much as it is', () => {
    expect(healthOf(screen({ revision: 6 }), display)).toEqual({ status: 'updating', byMs: 12_000 })
    expect(healthOf(screen({ revision: 6 }), { ...display, changedAt: NOW - 120_000 })).toEqual({
      status: 'behind',
      byMs: 120_000,
    })
    expect(healthOf(screen({ revision: 6 }), { ...display, changedAt: null })).toEqual({
      status: 'behind',
      byMs: undefined,
    })
    expect(healthOf(screen({ revision: null }), display)).toEqual({ status: 'starting' })
  })

  it('not seen, when it said that it was closed or has fallen silent, whatever it said last', () => {
    const closed = screen({ doing: 'closed', revision: 1, full: true })
    expect(healthOf(closed, display)).toEqual({ status: 'unseen', since: closed.seenAt, closed: true })
    const seenAt = NOW - SCREEN_UNSEEN_MS - 1
    expect(healthOf(screen({ revision: 1 }, { seenAt }), display)).toEqual({
      status: 'unseen',
      since: seenAt,
      closed: false,
    })
    expect(healthOf(screen({}, { seenAt: seenAt + 1 }), display)).toEqual({ status: 'well' })
  })

  it('[F64] dark or not heard from when the server says so, whatever its report says', () => {
    const since = NOW - 70_000
    const beat = { at: NOW - 5_000, paintedAt: since, build: null, itemId: null }
    const dark = screen({ revision: 1, full: true }, { beat, alarm: { kind: 'dark', since } })
    expect(healthOf(dark, display)).toEqual({ status: 'dark', since })
    const silent = screen({}, { beat: { ...beat, at: since }, alarm: { kind: 'silent', since } })
    expect(healthOf(silent, display)).toEqual({ status: 'unseen', since, closed: false })
    expect(healthOf(screen({}, { beat }), display)).toEqual({ status: 'well' })
  })

  it('[F64] heard by its beats while its reports are held back, and in another window when one was closed', () => {
    const beat = { at: NOW - 5_000, paintedAt: NOW - 5_500, build: null, itemId: null }
    const seenAt = NOW - SCREEN_UNSEEN_MS - 1
    expect(healthOf(screen({}, { seenAt, beat }), display)).toEqual({ status: 'well' })
    expect(healthOf(screen({ doing: 'closed' }, { beat }), display)).toEqual({ status: 'well' })
  })

  it('what is on its screen is what it said last', () => {
    const [told, now] = [ItemId.parse('told'), ItemId.parse('now')]
    const beat = { at: NOW - 5_000, paintedAt: NOW - 5_500, build: null, itemId: now }
    expect(onScreenOf(screen({ itemId: told }))).toBe(told)
    expect(onScreenOf(screen({ itemId: told }, { beat }))).toBe(now)
    expect(onScreenOf(screen({ itemId: told }, { beat, seenAt: NOW - 1_000 }))).toBe(told)
  })

  it('in trouble, with each reason', () => {
    const itemId = ItemId.parse('a')
    const at = NOW - 10_000
    const broken = screen(
      { doing: 'resting', full: true, broken: [{ itemId, fault: 'missing', since: NOW }] },
      {
        events: [
          { kind: 'remedy', at, remedy: 'reload' },
          { kind: 'remedy', at: at + 1, remedy: 'play' },
        ],
      },
    )
    expect(healthOf(broken, display)).toEqual({ status: 'troubled' })
    expect(troublesOf(broken, NOW)).toEqual([
      { kind: 'nothing-shows' },
      { kind: 'item', itemId, fault: 'missing' },
      { kind: 'full' },
      { kind: 'helped-itself', at },
    ])
    expect(troublesOf(broken, NOW + HOUR_MS)).toHaveLength(3)
  })
})

describe('[SH2] outside of the opening hours', () => {
  const until = NOW + 10 * HOUR_MS
  const closed = { ...display, asleepUntil: until }
  const asleep = screen({ doing: 'asleep' })
  const off = screen({}, { seenAt: NOW - HOUR_MS })

  it('[SH2] a screen is asleep, or off, and neither is a trouble', () => {
    expect(healthOf(asleep, closed)).toEqual({ status: 'asleep', until, isHeard: true })
    expect(healthOf(off, closed)).toEqual({ status: 'asleep', until, isHeard: false })
    expect(healthOf(screen({ doing: 'closed' }), closed)).toMatchObject({ isHeard: false })
    expect(healthOf(off, display)).toMatchObject({ status: 'unseen' })
    // A screen that plays on, for example with an older player, is reported as usual.
    expect(healthOf(screen(), closed)).toEqual({ status: 'well' })
  })

  it('[SH2] the list says so where all are, and counts them as well beside others', () => {
    expect(summaryOf({ ...closed, screens: [asleep, off] })).toMatchObject({ status: 'asleep', total: 2, until })
    expect(summaryOf({ ...closed, screens: [asleep, screen()] })).toMatchObject({ status: 'well', total: 2 })
    expect(reachOf({ ...closed, screens: [asleep, off] }, 7)).toEqual({ on: 1, of: 1 })
  })
})

describe('[U12] how far a change has got', () => {
  const of = (...screens: Screen[]): Screens => ({ ...display, screens })
  const beat = { at: NOW, paintedAt: NOW - 70_000, build: null, itemId: null }

  it('[U12] counts the screens that play it, or a later one', () => {
    expect(reachOf(of(), 7)).toEqual({ on: 0, of: 0 })
    const list = of(screen(), screen({ revision: 8 }), screen({ revision: 6 }), screen({ revision: null }))
    expect(reachOf(list, 7)).toEqual({ on: 2, of: 4 })
    expect(reachOf(list, 8)).toEqual({ on: 1, of: 4 })
  })

  it('[U12] asks nothing of what is off or closed, and believes nothing of what is dark', () => {
    const off = screen({ revision: 6 }, { name: 'Hall', seenAt: NOW - SCREEN_UNSEEN_MS - 1 })
    const closed = screen({ revision: 6, doing: 'closed' }, { name: 'Foyer' })
    const tab = screen({ revision: 6, doing: 'closed' })
    expect(reachOf(of(screen(), off, closed, tab), 7)).toEqual({ on: 1, of: 1 })
    const dark = screen({}, { name: 'Hall', beat, alarm: { kind: 'dark', since: beat.paintedAt } })
    expect(reachOf(of(screen(), dark), 7)).toEqual({ on: 1, of: 2 })
  })
})

describe('what the list comes to', () => {
  const of = (...screens: Screen[]): Screens => ({ ...display, screens })
  const nobody = { quiet: 0, gone: 0 }
  const beat = { at: NOW, paintedAt: NOW - 70_000, build: null, itemId: null }
  const dark = { beat, alarm: { kind: 'dark', since: beat.paintedAt } } as const

  it('nothing, all well, on its way, or so many that need a look', () => {
    expect(summaryOf(of())).toEqual({ status: 'none', ...nobody })
    expect(summaryOf(of(screen(), screen()))).toEqual({ status: 'well', total: 2, ...nobody })
    expect(summaryOf(of(screen(), screen({ revision: 6 })))).toEqual({
      status: 'updating',
      done: 1,
      total: 2,
      ...nobody,
    })
    const closed = screen({ doing: 'closed' }, { name: 'Foyer' })
    expect(summaryOf(of(screen(), screen({ revision: 6 }), closed))).toEqual({
      status: 'look',
      count: 1,
      total: 3,
      ...nobody,
    })
  })

  it('[F64] an alarm of a screen with a name needs a look, and is counted by itself', () => {
    const hall = screen({}, { ...dark, name: 'Hall' })
    const list = of(screen(), hall, screen({ full: true }))
    expect(summaryOf(list)).toEqual({ status: 'look', count: 2, total: 3, ...nobody })
    expect(alarmedOf(list)).toEqual([hall])
    const gone = screen({}, { name: 'Foyer', alarm: { kind: 'silent', since: 1 }, seenAt: NOW - 25 * HOUR_MS })
    expect(alarmedOf(of(gone))).toEqual([gone])
  })

  it('[U3] a tab in the background is no alarm: it is listed separately, and nobody is asked to go and look', () => {
    const silent = screen({}, { seenAt: NOW - SCREEN_UNSEEN_MS - 1 })
    const list = of(screen(), screen({}, dark), silent)
    expect(alarmedOf(list)).toEqual([])
    expect(summaryOf(list)).toEqual({ status: 'well', total: 1, quiet: 2, gone: 0 })
    expect(summaryOf(of(silent))).toEqual({ status: 'none', quiet: 1, gone: 0 })
    // A screen that reports and has a problem counts, named or not.
    expect(summaryOf(of(screen({ doing: 'resting' })))).toEqual({ status: 'look', count: 1, total: 1, ...nobody })
  })

  it('[U3] a page that said goodbye and was never named is gone at once; one with a name is missed', () => {
    const closed = screen({ doing: 'closed' })
    expect(isGone(closed, NOW)).toBe(true)
    expect(summaryOf(of(screen(), closed, closed))).toEqual({ status: 'well', total: 1, quiet: 0, gone: 2 })
    expect(summaryOf(of({ ...closed, name: 'Foyer' }))).toEqual({ status: 'look', count: 1, total: 1, ...nobody })
    // Another window of the same browser still plays.
    expect(isGone({ ...closed, beat: { ...beat, paintedAt: NOW } }, NOW)).toBe(false)
  })

  it('[U3] nor does what nobody named and nobody saw for a day count; what has a name does', () => {
    const gone = screen({}, { seenAt: NOW - 25 * HOUR_MS })
    expect(isGone(gone, NOW)).toBe(true)
    expect(summaryOf(of(gone))).toEqual({ status: 'none', quiet: 0, gone: 1 })
    expect(summaryOf(of({ ...gone, name: 'Foyer' }))).toEqual({ status: 'look', count: 1, total: 1, ...nobody })
  })
})
