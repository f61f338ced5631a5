import type { ManifestItem } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRecorder, type Part } from './recorder.ts'

const item = (id: string) => ({ id, type: 'image', url: `/media/${id}.jpg`, sha256: id }) as unknown as ManifestItem
const content = (id: string) => `${id} image /media/${id}.jpg`
const SECOND = 1_000

/** A screen with a clock that is also the server's. */
function begin() {
  const parts: Part[] = []
  let now = 0
  let share = 100
  const recorder = createRecorder(
    0,
    (part) => parts.push(part),
    () => share,
  )
  const glass = {
    recorder,
    parts,
    show(id: string, seconds: number) {
      recorder.began(item(id), now + seconds * SECOND, now, now)
    },
    /** The item is visible for this long, and is checked once a second. */
    see(id: string, ms: number) {
      for (const until = now + ms; now < until; ) {
        now = Math.min(until, now + SECOND)
        recorder.ticked(now)
        if (now < until) recorder.painted(content(id), now)
      }
    },
    /** The page is alive, and nothing of the item is painted. */
    dark(ms: number) {
      for (const until = now + ms; now < until; ) {
        now = Math.min(until, now + SECOND)
        recorder.ticked(now)
      }
    },
    sleep(ms: number) {
      now += ms
      recorder.ticked(now)
    },
    /** Its zone has this share of the media area from now on, in percent. */
    give(percent: number) {
      share = percent
    },
    now: () => now,
    plays: () => parts.flatMap(({ piece }) => (piece.kind === 'play' ? [piece] : [])),
    idle: () => parts.reduce((sum, { piece }) => sum + (piece.kind === 'idle' ? piece.ms : 0), 0),
  }
  return glass
}

describe('the recorder', () => {
  it('[LY10] a showing has the share of its zone, and one whose zone changes is in parts', () => {
    const glass = begin()
    glass.give(25)
    glass.show('a', 30)
    glass.see('a', 10_000)
    glass.give(100)
    glass.see('a', 20_000)
    glass.show('b', 10)
    const played = { kind: 'play', itemId: 'a', sha256: 'a' }
    const [first, second] = glass.plays()
    expect(first).toEqual({ ...played, ms: expect.any(Number), showings: 1, cut: 0, share: 25 })
    expect(second).toEqual({ ...played, ms: expect.any(Number), showings: 0, cut: 0 })
    // The share is looked at once a second.
    expect(Math.abs((first?.ms ?? 0) - 10_000)).toBeLessThanOrEqual(1_000)
    expect((first?.ms ?? 0) + (second?.ms ?? 0)).toBe(30_000)
  })

  it('[PP1] a showing is as long as it was on the glass, to the millisecond, and ends in time', () => {
    const glass = begin()
    glass.show('a', 10)
    glass.see('a', 10_033)
    glass.show('b', 4)
    glass.see('b', 4_017)
    glass.show('a', 10)
    expect(glass.plays()).toEqual([
      { kind: 'play', itemId: 'a', sha256: 'a', ms: 10_033, showings: 1, cut: 0 },
      { kind: 'play', itemId: 'b', sha256: 'b', ms: 4_017, showings: 1, cut: 0 },
    ])
    expect(glass.idle()).toBe(0)
  })

  it('[PP1] time in which nothing was drawn does not count, and is idle', () => {
    const glass = begin()
    glass.show('a', 60)
    glass.see('a', 10_000)
    glass.recorder.hidden(glass.now())
    glass.dark(20_000)
    glass.recorder.painted(content('a'), glass.now())
    glass.see('a', 5_000)
    glass.show('b', 10)
    expect(glass.plays()).toMatchObject([{ itemId: 'a', ms: 15_000, showings: 1 }])
    expect(glass.idle()).toBe(20_000)
  })

  it('[PP1] a glass that goes blank, or hangs, is not seen from its last frame on', () => {
    const glass = begin()
    glass.show('a', 60)
    glass.see('a', 10_000)
    glass.dark(30_000)
    glass.show('b', 10)
    // The last check in the ten seconds was at nine.
    expect(glass.plays()).toMatchObject([{ itemId: 'a', ms: 9_000, cut: 1 }])
    expect(glass.idle()).toBe(31_000)
  })

  it('[PP1] a device that slept shows nothing meanwhile, and did not run either', () => {
    const glass = begin()
    glass.show('a', 60)
    glass.see('a', 10_000)
    glass.sleep(8 * 60 * 60_000)
    glass.recorder.painted(content('a'), glass.now())
    glass.see('a', 3_000)
    glass.recorder.close(glass.now(), glass.now())
    // It is reported in parts, and the last check before was at nine seconds.
    expect(glass.plays().map(({ ms, showings }) => [ms, showings])).toEqual([
      [9_000, 1],
      [3_000, 0],
    ])
    expect(glass.idle()).toBeLessThan(2_000)
  })

  it('[PP1] an item that lasts for hours is one showing, reported in parts', () => {
    const glass = begin()
    glass.show('a', 10)
    for (let round = 0; round < 720; round += 1) {
      glass.see('a', 10_000)
      glass.recorder.prolonged(item('a'), glass.now() + 10_000)
    }
    glass.recorder.prolonged(item('a'), glass.now())
    glass.recorder.close(glass.now(), glass.now())
    const plays = glass.plays()
    expect(plays.reduce((sum, { ms }) => sum + ms, 0)).toBe(2 * 60 * 60_000)
    expect(plays.reduce((sum, { showings }) => sum + showings, 0)).toBe(1)
    expect(plays.length).toBeGreaterThanOrEqual(23)
    expect(plays.every(({ cut }) => cut === 0)).toBe(true)
  })

  it('[PP1] a film that fails on the glass is cut short, and what a kill would leave says so too', () => {
    const glass = begin()
    glass.show('a', 60)
    glass.see('a', 7_000)
    expect(glass.recorder.unfinished()?.piece).toMatchObject({ itemId: 'a', ms: 6_000, showings: 1, cut: 1 })
    glass.recorder.failed(item('a'), glass.now())
    expect(glass.plays()).toMatchObject([{ ms: 7_000, cut: 1 }])
    expect(glass.recorder.unfinished()).toBeUndefined()
  })

  it('[PP1] whatever happens, no time counts twice, none is made up, and each showing counts once', () => {
    const step = fc.record({
      what: fc.constantFrom('show', 'show', 'see', 'see', 'dark', 'sleep', 'hide', 'fail', 'empty'),
      id: fc.constantFrom('a', 'b', 'c'),
      ms: fc.integer({ min: 100, max: 400_000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const glass = begin()
        let shown: string | undefined
        let began = 0
        for (const { what, id, ms } of steps) {
          if (what === 'show' && id !== shown) {
            glass.show(id, ms / SECOND)
            shown = id
            began += 1
          } else if (what === 'see' && shown) {
            glass.recorder.painted(content(shown), glass.now())
            glass.see(shown, ms)
          } else if (what === 'dark') glass.dark(ms)
          else if (what === 'sleep') glass.sleep(ms)
          else if (what === 'hide') glass.recorder.hidden(glass.now())
          else if (what === 'fail' && shown) {
            glass.recorder.failed(item(shown), glass.now())
            shown = undefined
          } else if (what === 'empty') {
            glass.recorder.emptied(glass.now(), glass.now())
            shown = undefined
          }
        }
        glass.recorder.close(glass.now(), glass.now())
        const plays = glass.plays()
        const seenMs = plays.reduce((sum, { ms }) => sum + ms, 0)
        expect(seenMs + glass.idle()).toBeLessThanOrEqual(glass.now() + plays.length)
        expect(plays.reduce((sum, { showings }) => sum + showings, 0)).toBe(began)
        for (const { from, piece } of glass.parts) {
          expect(piece.kind === 'missed' ? 0 : piece.ms).toBeGreaterThanOrEqual(0)
          expect(piece.kind === 'missed' ? 0 : piece.ms).toBeLessThanOrEqual(15 * 60_000)
          expect(from).toBeLessThanOrEqual(glass.now())
        }
      }),
    )
  })
})
