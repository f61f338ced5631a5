import { ItemId, SCREEN_UNSEEN_MS, type Screen, ScreenId, type ScreenState, type Screens } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { healthOf, isEarlier, summaryOf, troublesOf } from './health.ts'

const NOW = Date.parse('2026-11-21T08:00:00Z')
const HOUR_MS = 60 * 60_000
const display = { at: NOW, revision: 7, changedAt: NOW - 12_000 }

function screen(state: Partial<ScreenState> = {}, rest: Partial<Screen> = {}): Screen {
  return {
    id: ScreenId.parse('0'.repeat(32)),
    name: '',
    firstSeenAt: NOW - HOUR_MS,
    seenAt: NOW - 60_000,
    userAgent: '',
    state: {
      doing: 'playing',
      build: null,
      viewport: { width: 1920, height: 1080 },
      rotation: 0,
      revision: 7,
      itemId: null,
      offline: 'ready',
      files: { kept: 0, of: 0 },
      full: false,
      broken: [],
      clockAheadMs: null,
      upSeconds: 60,
      memoryMb: null,
      ...state,
    },
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

describe('what the list comes to', () => {
  const of = (...screens: Screen[]): Screens => ({ ...display, screens })

  it('nothing, all well, on its way, or so many that need a look', () => {
    expect(summaryOf(of())).toEqual({ status: 'none' })
    expect(summaryOf(of(screen(), screen()))).toEqual({ status: 'well', total: 2 })
    expect(summaryOf(of(screen(), screen({ revision: 6 })))).toEqual({ status: 'updating', done: 1, total: 2 })
    expect(summaryOf(of(screen(), screen({ revision: 6 }), screen({ doing: 'closed' })))).toEqual({
      status: 'look',
      count: 1,
      total: 3,
    })
  })

  it('what nobody named and nobody saw for a day does not count; what has a name does', () => {
    const gone = screen({}, { seenAt: NOW - 25 * HOUR_MS })
    expect(isEarlier(gone, NOW)).toBe(true)
    expect(summaryOf(of(gone))).toEqual({ status: 'none' })
    expect(summaryOf(of(screen(), gone))).toEqual({ status: 'well', total: 1 })
    expect(summaryOf(of({ ...gone, name: 'Foyer' }))).toEqual({ status: 'look', count: 1, total: 1 })
  })
})
