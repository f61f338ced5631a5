import { PlayPiece } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Box, openMemoryBox } from './box.ts'
import { createQueue, type Queue } from './queue.ts'
import type { Part } from './recorder.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const RUN = '0123456789abcdef'
const START = Date.parse('2026-11-21T08:00:00Z')

function makeClock() {
  const clock = {
    mono: 1_000,
    wallNow: START,
    aheadMs: 0 as number | undefined,
    pass(ms: number) {
      clock.mono += ms
      clock.wallNow += ms
    },
    monotonic: () => clock.mono,
    wall: () => clock.wallNow,
    ahead: () => clock.aheadMs,
    serverNow: () => clock.wallNow + (clock.aheadMs ?? 0),
  }
  return clock
}

const play = (from: number, changes: Partial<Extract<Part['piece'], { kind: 'play' }>> = {}): Part => ({
  from,
  piece: { kind: 'play', itemId: 'a' as never, ms: 10 * SECOND, showings: 1, cut: 0, ...changes },
})

/** All pieces of the queue, sent to a server that accepts everything. */
async function tellAll(queue: Queue): Promise<PlayPiece[]> {
  const pieces: PlayPiece[] = []
  for (;;) {
    const batch = await queue.head()
    if (!batch) return pieces
    // The contract accepts the pieces.
    pieces.push(...batch.pieces.map((piece) => PlayPiece.parse(piece)))
    await queue.forget(batch, batch.pieces.at(-1)?.n ?? 0)
  }
}

const timeOf = (pieces: PlayPiece[]) => pieces.reduce((sum, piece) => sum + (piece.kind === 'missed' ? 0 : piece.ms), 0)
const showingsOf = (pieces: PlayPiece[]) =>
  pieces.reduce((sum, piece) => sum + (piece.kind === 'play' ? piece.showings : 0), 0)

describe('the queue of what was counted', () => {
  it('[PP1] tells in order, with the time of day at which each began, and forgets what is taken', async () => {
    const clock = makeClock()
    const queue = createQueue(Promise.resolve(openMemoryBox()), RUN, clock)
    for (let count = 0; count < 3; count += 1) {
      const from = clock.mono
      clock.pass(10 * SECOND)
      queue.add([play(from)], undefined)
    }
    const pieces = await tellAll(queue)
    expect(pieces.map(({ at }) => at)).toEqual([START, START + 10 * SECOND, START + 20 * SECOND])
    expect(await queue.head()).toBeUndefined()
  })

  it('[PP1] a batch that was not answered comes again with the same numbers, whatever was counted since', async () => {
    const clock = makeClock()
    const queue = createQueue(Promise.resolve(openMemoryBox()), RUN, clock)
    queue.add([play(1), play(2)], undefined)
    const first = await queue.head()
    queue.add([play(3)], undefined)
    const second = await queue.head()
    expect(second?.series).toBe(first?.series)
    expect(second?.pieces.slice(0, 2)).toEqual(first?.pieces)
    expect(second?.pieces.map(({ n }) => n)).toEqual([1, 2, 3])
  })

  it('[PP1] the next page counts what a killed page has left, as far as it was seen, but not the data of a living window', async () => {
    const clock = makeClock()
    const box = openMemoryBox()
    const killed = createQueue(Promise.resolve(box), 'a'.repeat(16), clock)
    killed.add([play(1)], play(2, { ms: 4 * SECOND, cut: 1 }))
    await killed.written()
    const living = createQueue(Promise.resolve(box), 'b'.repeat(16), clock)
    living.add([], play(3, { ms: 1 }))
    await living.written()
    const next = createQueue(Promise.resolve(box), RUN, clock)
    await next.tidy()
    clock.pass(21 * SECOND)
    living.add([], play(3, { ms: 20_001 }))
    await living.written()
    await next.tidy()
    await next.tidy()
    const pieces = await tellAll(next)
    expect(pieces).toMatchObject([
      { ms: 10 * SECOND, cut: 0 },
      { ms: 4 * SECOND, cut: 1 },
    ])
    await next.tidy()
    clock.pass(60 * SECOND)
    await next.tidy()
    // The window has been closed by now as well, so nothing writes its entry any more.
    expect(await tellAll(next)).toMatchObject([{ ms: 20_001 }])
  })

  it('[LY10] a killed page leaves the unfinished showing of each zone', async () => {
    const clock = makeClock()
    const box = openMemoryBox()
    const killed = createQueue(Promise.resolve(box), 'a'.repeat(16), clock)
    killed.add([], play(1, { ms: 4 * SECOND }))
    killed.add([], play(2, { ms: 5 * SECOND }), '_side')
    killed.add([], play(3, { ms: 6 * SECOND }), '_side')
    await killed.written()
    const next = createQueue(Promise.resolve(box), RUN, clock)
    await next.tidy()
    clock.pass(21 * SECOND)
    await next.tidy()
    expect(timeOf(await tellAll(next))).toBe(10 * SECOND)
  })

  it('[F77] a clock that is days wrong, and corrected, puts nothing into a wrong hour', async () => {
    const clock = makeClock()
    const box = openMemoryBox()
    clock.aheadMs = undefined
    clock.wallNow = START - 3 * DAY
    const before = createQueue(Promise.resolve(box), 'a'.repeat(16), clock)
    before.add([play(clock.mono)], undefined)
    await before.written()
    clock.pass(MINUTE)
    const queue = createQueue(Promise.resolve(box), RUN, clock)
    queue.add([play(clock.mono)], undefined)
    await queue.written()
    // The server answers: the device's clock is three days behind. Then that clock is corrected while the page runs.
    clock.aheadMs = 3 * DAY
    const told = await queue.head()
    expect(told?.pieces.map(({ at }) => at)).toEqual([START])
    await queue.forget(told as never, 99)
    clock.wallNow += 3 * DAY
    clock.aheadMs = 0
    expect((await tellAll(queue)).map(({ at }) => at)).toEqual([START + MINUTE])
  })

  it('[F75] thirty days without a network: a day exactly, the rest as sums, bounded, and nothing of it is lost', async () => {
    const clock = makeClock()
    const box = openMemoryBox()
    const queue = createQueue(Promise.resolve(box), RUN, clock)
    const seconds = 10
    const perDay = (24 * 60 * 60) / seconds
    // 30 days with `npm run test:slow`; otherwise a few, which are enough to see that it works.
    const days = import.meta.env.TEST_IN_FULL === '1' ? 30 : 4
    for (let day = 0; day < days; day += 1) {
      for (let count = 0; count < perDay; count += 1) {
        const parts = [play(clock.mono, { itemId: `item-${count % 6}` as never, sha256: 'f'.repeat(64) })]
        clock.pass(seconds * SECOND)
        queue.add(parts, undefined)
        if (count % 30 === 0) await queue.tidy()
      }
    }
    await queue.written()
    await queue.tidy()
    const count = await box.count(0)
    // One day of pieces, and 288 sums for each of the other days.
    expect(count).toBeLessThan(perDay + days * 288)
    expect(count).toBeGreaterThan(perDay)
    const pieces = await tellAll(queue)
    expect(showingsOf(pieces)).toBe(days * perDay)
    expect(timeOf(pieces)).toBe(days * DAY)
    const numbers = pieces.map(({ n }) => n)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
    // A sum covers at most five minutes.
    expect(Math.max(...pieces.map((piece) => (piece.kind === 'play' ? piece.ms : 0)))).toBeLessThanOrEqual(5 * MINUTE)
  })

  it('[F75] data above the limit is deleted, the oldest first', async () => {
    const clock = makeClock()
    const box = openMemoryBox()
    const other = 'a'.repeat(16)
    for (let count = 0; count < 21_500; count += 500) {
      const add = Array.from({ length: 500 }, (_, index) => ({
        // Different runs, so that no two of them can be summed.
        run: `${other}${count + index}`,
        from: 0,
        at: START + (count + index) * SECOND,
        sure: true,
        piece: { kind: 'play', itemId: 'a', ms: count + index, showings: 1, cut: 0 },
      }))
      await box.write({ add })
    }
    const queue = createQueue(Promise.resolve(box), RUN, clock)
    for (let turn = 0; turn < 3; turn += 1) await queue.tidy()
    expect(await box.count(0)).toBe(12_000 + 30 * 288)
    expect((await box.read(0, 1))[0]?.[1]).toMatchObject({ at: START + (21_500 - 12_000 - 30 * 288) * SECOND })
  })

  it('[F76] a storage that will not open, or takes nothing more, costs nothing but what is lost with the page', async () => {
    const clock = makeClock()
    const none = createQueue(Promise.reject(new DOMException('No', 'SecurityError')), RUN, clock)
    none.add([play(1)], play(2))
    expect(await tellAll(none)).toHaveLength(1)

    const box = openMemoryBox()
    let isFull = true
    const full: Box = {
      ...box,
      write: (change) =>
        isFull && (change.add?.length ?? 0) > 0
          ? Promise.reject(new DOMException('Full', 'QuotaExceededError'))
          : box.write(change),
    }
    const queue = createQueue(Promise.resolve(full), RUN, clock)
    for (let count = 0; count < 3_500; count += 1) queue.add([play(count)], undefined)
    await queue.written()
    isFull = false
    queue.add([play(3_500)], undefined)
    await queue.written()
    // The number of counts in memory is limited, and the newest were kept.
    expect(await box.count(0)).toBe(3_000)
  })

  it('[F76] edited data, or data of another build, is left out, and the rest is reported ([B95])', async () => {
    const clock = makeClock()
    const box = openMemoryBox()
    await box.write({
      add: [7, null, { run: 3 }, { run: 'x', from: 0, at: 0, sums: 'x' }, { run: 'x', from: 0, at: 0, piece: null }],
      words: [
        ['names', 'x'],
        ['summed', 'x'],
        [`unfinished ${'c'.repeat(16)}`, 5],
      ],
    })
    const queue = createQueue(Promise.resolve(box), RUN, clock)
    queue.add([play(1)], undefined)
    await queue.tidy()
    clock.pass(MINUTE)
    await queue.tidy()
    expect(await tellAll(queue)).toHaveLength(1)
    expect(await box.count(0)).toBe(0)
  })

  it('[PP1] however counting, telling, killing and adding up follow each other, each showing counts once', async () => {
    const step = fc.record({
      what: fc.constantFrom('count', 'count', 'count', 'tell', 'tell-lost', 'kill', 'tidy'),
      many: fc.integer({ min: 1, max: 400 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const clock = makeClock()
        const box = openMemoryBox()
        /** The server's record of the numbers that it has counted. */
        const untils = new Map<string, number>()
        let [showings, ms, runs, all, allMs] = [0, 0, 0, 0, 0]
        const open = () => {
          runs += 1
          return createQueue(Promise.resolve(box), runs.toString(16).padStart(16, '0'), clock)
        }
        let queue = open()
        const tell = async (isLost: boolean) => {
          const batch = await queue.head()
          if (!batch) return false
          const before = untils.get(batch.series) ?? 0
          const fresh = batch.pieces.filter(({ n }) => n > before)
          showings += showingsOf(fresh)
          ms += timeOf(fresh)
          const until = Math.max(before, batch.pieces.at(-1)?.n ?? 0)
          untils.set(batch.series, until)
          if (!isLost) await queue.forget(batch, until)
          return true
        }
        for (const { what, many } of steps) {
          if (what === 'count') {
            for (let count = 0; count < many; count += 1) {
              queue.add([play(clock.mono, { itemId: `i${count % 3}` as never, ms: many })], undefined)
              clock.pass(many * SECOND)
              all += 1
              allMs += many
            }
            await queue.written()
          } else if (what === 'tell') await tell(false)
          else if (what === 'tell-lost') await tell(true)
          else if (what === 'tidy') await queue.tidy()
          else queue = open()
        }
        while (await tell(false));
        expect([showings, ms]).toEqual([all, allMs])
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})
