import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTurns } from './turns.ts'

/** Turns with a clock that the test sets, and the order in which jobs began. */
function setUp(atOnce = 1) {
  let clock = 0
  const turns = createTurns(atOnce, { now: () => clock })
  const order: string[] = []
  async function job(name: string, ms: number, signal?: AbortSignal): Promise<void> {
    const [of = ''] = name
    const end = await turns.take(of, signal)
    order.push(name)
    await nextTurn()
    clock += ms
    end()
  }
  return { turns, order, job }
}

/** Turns with the real clock, for jobs that never yield. */
function setUpBusy() {
  const turns = createTurns(1)
  const order: string[] = []
  async function busy(name: string, ms = 5): Promise<void> {
    const [of = ''] = name
    const end = await turns.take(of)
    order.push(name)
    for (const until = performance.now() + ms; performance.now() < until; );
    end()
  }
  return { order, busy }
}

describe('turns', () => {
  it('[S2] go to who has used the least time: a short job waits for what runs, not for what was there before it', async () => {
    const { order, job } = setUp()
    await Promise.all([job('a1', 5), job('a2', 5), job('a3', 5), job('b1', 1), job('b2', 1), job('c1', 20)])
    expect(order).toEqual(['a1', 'b1', 'c1', 'b2', 'a2', 'a3'])
  })

  it('[S2] are not saved up: who was idle for long is no longer ahead than who came just now', async () => {
    const { order, job } = setUp()
    await job('b0', 1)
    for (let count = 0; count < 10; count += 1) await job(`a${count}`, 100)
    order.length = 0
    await Promise.all([job('a1', 10), job('b1', 10), job('b2', 10), job('a2', 10), job('b3', 10)])
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'b3'])
  })

  it('[S2] of jobs that never leave the processor let in who asks meanwhile', async () => {
    const { order, busy } = setUpBusy()
    const jobs = ['a1', 'a2', 'a3', 'a4'].map((name) => busy(name))
    setImmediate(() => jobs.push(busy('b', 0)))
    while (order.length < 5) await nextTurn()
    await Promise.all(jobs)
    expect(order.indexOf('b')).toBeLessThan(3)
  })

  it('[S27] of requests that came at one moment, each done before the next is read, let in who came after them', async () => {
    const { order, busy } = setUpBusy()
    // One after another in the same round of the event loop, as sockets are read.
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b']) setTimeout(busy, 1, name, name === 'b' ? 0 : 5)
    while (order.length < 5) await nextTurn()
    expect(order).toEqual(['a1', 'b', 'a2', 'a3', 'a4'])
  })

  it('[S2] are kept for a moment for who had a short one, before somebody with long ones has the next', async () => {
    // The pause is a real timer, and a busy machine may be late, so the timer is faked.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { turns, order, job } = setUp()
    const first = job('a1', 5)
    const others = [job('a2', 5), job('a3', 5)]
    // One request of the small owner has three jobs, each requested after the one before.
    const small = (async () => {
      for (const name of ['b1', 'b2', 'b3']) {
        await job(name, 0.2)
        await nextTurn()
      }
    })()
    await small
    vi.advanceTimersByTime(1)
    await Promise.all([first, ...others])
    expect(order).toEqual(['a1', 'b1', 'b2', 'b3', 'a2', 'a3'])
    expect([turns.isFree(''), turns.waiting()]).toEqual([true, 0])
  })

  it('are not kept between jobs of the same length', async () => {
    const { order, job } = setUp()
    const first = job('a1', 1)
    const others = [job('a2', 1), job('a3', 1)]
    const small = (async () => {
      for (const name of ['b1', 'b2']) {
        await job(name, 0.2)
        await nextTurn()
      }
    })()
    await Promise.all([first, small, ...others])
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  it('run as many at once as there may be, and one that is given up takes no place', async () => {
    const { turns, order, job } = setUp(2)
    const gone = new AbortController()
    const jobs = [job('a1', 1), job('b1', 1), job('c1', 1), job('d1', 1)]
    const left = job('e1', 1, gone.signal)
    expect([turns.isFree(''), turns.waiting(), turns.waiting('e'), turns.waiting('a')]).toEqual([false, 3, 1, 0])
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    await expect(job('f1', 1, gone.signal)).rejects.toThrow('gone')
    await Promise.all(jobs)
    expect([turns.isFree(''), turns.waiting()]).toEqual([true, 0])
    expect(order).toEqual(['a1', 'b1', 'c1', 'd1'])
  })

  it('are free again when everybody who waited has gone', async () => {
    const { turns, job } = setUp()
    const end = await turns.take('a')
    const gone = new AbortController()
    const left = job('b1', 1, gone.signal)
    setImmediate(() => gone.abort(new Error('gone')))
    end()
    await expect(Promise.race([left, job('c1', 1)])).resolves.toBeUndefined()
    await nextTurn()
    await nextTurn()
    expect(turns.isFree('')).toBe(true)
    await left.catch(() => {})
  })
})
