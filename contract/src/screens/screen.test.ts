import { describe, expect, it } from 'vitest'
import { FILM_FORMATS } from '../content/film.ts'
import {
  MAX_BROKEN_ITEMS_REPORTED,
  MAX_EVENTS_PER_REPORT,
  MAX_ITEMS_PER_DISPLAY,
  MAX_REPORT_BYTES,
} from '../platform/constants.ts'
import { ItemId, PlaylistId } from '../platform/id.ts'
import { ScreenName, ScreenReport } from './screen.ts'

describe('a report', () => {
  it('fits into what the server takes, with everything in it as long as it may be', () => {
    const itemId = ItemId.parse('x'.repeat(64))
    const at = 9_999_999_999_999
    const largest: ScreenReport = {
      state: {
        doing: 'starting',
        build: 'x'.repeat(32),
        viewport: { width: 100_000, height: 100_000 },
        rotation: 270,
        revision: Number.MAX_SAFE_INTEGER,
        itemId,
        offline: 'unavailable',
        files: { kept: MAX_ITEMS_PER_DISPLAY, of: MAX_ITEMS_PER_DISPLAY },
        full: false,
        broken: Array(MAX_BROKEN_ITEMS_REPORTED).fill({ itemId, fault: 'unreachable', since: at }),
        clockAheadMs: -Number.MAX_SAFE_INTEGER,
        upSeconds: Number.MAX_SAFE_INTEGER,
        memoryMb: 1_000_000,
        canPlay: [...FILM_FORMATS],
        device: {
          pixelRatio: 1.3333333333333333,
          memoryGb: 1_024,
          storageMb: { used: 1e9, of: 1e9 },
          isPersistent: false,
        },
        soundBlocked: true,
        zones: Array(3).fill({ playlistId: PlaylistId.parse(`_${'x'.repeat(20)}`), itemId }),
      },
      events: Array(MAX_EVENTS_PER_REPORT).fill({ kind: 'item-failed', at, itemId, fault: 'unreachable' }),
    }
    expect(ScreenReport.parse(largest)).toEqual(largest)
    expect(JSON.stringify(largest).length).toBeLessThanOrEqual(MAX_REPORT_BYTES)
  })
})

describe('a screen’s name', () => {
  it.each([
    ['Reception left', 'Reception left'],
    ['  الاستقبال ', 'الاستقبال'],
    ['a\nb', 'a b'],
    [' \u200b', ''],
    ['', ''],
  ])('%j is kept as %j', (typed, kept) => {
    expect(ScreenName.parse(typed)).toBe(kept)
  })

  it('[B46] without what cannot be stored, and no longer than a line', () => {
    expect(ScreenName.safeParse('a\u0000').success).toBe(false)
    expect(ScreenName.safeParse('x'.repeat(61)).success).toBe(false)
  })
})
