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
  const screen = {
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
  return screen
}

describe('the recorder', () => {
  it('[LY10] a showing has the share of its zone, and one whose zone changes is in parts', () => {
    const screen = begin()
    screen.give(25)
    screen.show('a', 30)
    screen.see('a', 10_000)
    screen.give(100)
    screen.see('a', 20_000)
    screen.show('b', 10)
    const played = { kind: 'play', itemId: 'a', sha256: 'a' }
    const [first, second] = screen.plays()
    expect(first).toEqual({ ...played, ms: expect.any(Number), showings: 1, cut: 0, share: 25 })
    expect(second).toEqual({ ...played, ms: expect.any(Number), showings: 0, cut: 0 })
    // The share is looked at once a second.
    expect(Math.abs((first?.ms ?? 0) - 10_000)).toBeLessThanOrEqual(1_000)
    expect((first?.ms ?? 0) + (second?.ms ?? 0)).toBe(30_000)
  })

  it('[PP1] a showing is as long as it was on the screen, to the millisecond, and ends in time', () => {
    const screen = begin()
    screen.show('a', 10)
    screen.see('a', 10_033)
    screen.show('b', 4)
    screen.see('b', 4_017)
    screen.show('a', 10)
    expect(screen.plays()).toEqual([
      { kind: 'play', itemId: 'a', sha256: 'a', ms: 10_033, showings: 1, cut: 0 },
      { kind: 'play', itemId: 'b', sha256: 'b', ms: 4_017, showings: 1, cut: 0 },
    ])
    expect(screen.idle()).toBe(0)
  })

  it('[PP1] time in which nothing was drawn does not count, and is idle', () => {
    const screen = begin()
    screen.show('a', 60)
    screen.see('a', 10_000)
    screen.recorder.hidden(screen.now())
    screen.dark(20_000)
    screen.recorder.painted(content('a'), screen.now())
    screen.see('a', 5_000)
    screen.show('b', 10)
    expect(screen.plays()).toMatchObject([{ itemId: 'a', ms: 15_000, showings: 1 }])
    expect(screen.idle()).toBe(20_000)
  })

  it('[PP1] a screen that goes blank, or hangs, is not seen from its last frame on', () => {
    const screen = begin()
    screen.show('a', 60)
    screen.see('a', 10_000)
    screen.dark(30_000)
    screen.show('b', 10)
    // The last check in the ten seconds was at nine.
    expect(screen.plays()).toMatchObject([{ itemId: 'a', ms: 9_000, cut: 1 }])
    expect(screen.idle()).toBe(31_000)
  })

  it('[PP1] a device that slept shows nothing meanwhile, and did not run either', () => {
    const screen = begin()
    screen.show('a', 60)
    screen.see('a', 10_000)
    screen.sleep(8 * 60 * 60_000)
    screen.recorder.painted(content('a'), screen.now())
    screen.see('a', 3_000)
    screen.recorder.close(screen.now(), screen.now())
    // It is reported in parts, and the last check before was at nine seconds.
    expect(screen.plays().map(({ ms, showings }) => [ms, showings])).toEqual([
      [9_000, 1],
      [3_000, 0],
    ])
    expect(screen.idle()).toBeLessThan(2_000)
  })

  it('[PP1] an item that lasts for hours is one showing, reported in parts', () => {
    const screen = begin()
    screen.show('a', 10)
    for (let round = 0; round < 720; round += 1) {
      screen.see('a', 10_000)
      screen.recorder.prolonged(item('a'), screen.now() + 10_000)
    }
    screen.recorder.prolonged(item('a'), screen.now())
    screen.recorder.close(screen.now(), screen.now())
    const plays = screen.plays()
    expect(plays.reduce((sum, { ms }) => sum + ms, 0)).toBe(2 * 60 * 60_000)
    expect(plays.reduce((sum, { showings }) => sum + showings, 0)).toBe(1)
    expect(plays.length).toBeGreaterThanOrEqual(23)
    expect(plays.every(({ cut }) => cut === 0)).toBe(true)
  })

  it('[PP1] a film that fails on the screen is cut short, and what a kill would leave says so too', () => {
    const screen = begin()
    screen.show('a', 60)
    screen.see('a', 7_000)
    expect(screen.recorder.unfinished()?.piece).toMatchObject({ itemId: 'a', ms: 6_000, showings: 1, cut: 1 })
    screen.recorder.failed(item('a'), screen.now())
    expect(screen.plays()).toMatchObject([{ ms: 7_000, cut: 1 }])
    expect(screen.recorder.unfinished()).toBeUndefined()
  })

  it('[PP1] whatever happens, no time counts twice, none is made up, and each showing counts once', () => {
    const step = fc.record({
      what: fc.constantFrom('show', 'show', 'see', 'see', 'dark', 'sleep', 'hide', 'fail', 'empty'),
      id: fc.constantFrom('a', 'b', 'c'),
      ms: fc.integer({ min: 100, max: 400_000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const screen = begin()
        let shown: string | undefined
        let began = 0
        for (const { what, id, ms } of steps) {
          if (what === 'show' && id !== shown) {
            screen.show(id, ms / SECOND)
            shown = id
            began += 1
          } else if (what === 'see' && shown) {
            screen.recorder.painted(content(shown), screen.now())
            screen.see(shown, ms)
          } else if (what === 'dark') screen.dark(ms)
          else if (what === 'sleep') screen.sleep(ms)
          else if (what === 'hide') screen.recorder.hidden(screen.now())
          else if (what === 'fail' && shown) {
            screen.recorder.failed(item(shown), screen.now())
            shown = undefined
          } else if (what === 'empty') {
            screen.recorder.emptied(screen.now(), screen.now())
            shown = undefined
          }
        }
        screen.recorder.close(screen.now(), screen.now())
        const plays = screen.plays()
        const seenMs = plays.reduce((sum, { ms }) => sum + ms, 0)
        expect(seenMs + screen.idle()).toBeLessThanOrEqual(screen.now() + plays.length)
        expect(plays.reduce((sum, { showings }) => sum + showings, 0)).toBe(began)
        for (const { from, piece } of screen.parts) {
          expect(piece.kind === 'missed' ? 0 : piece.ms).toBeGreaterThanOrEqual(0)
          expect(piece.kind === 'missed' ? 0 : piece.ms).toBeLessThanOrEqual(15 * 60_000)
          expect(from).toBeLessThanOrEqual(screen.now())
        }
      }),
    )
  })
})
