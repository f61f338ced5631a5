import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServerClock } from './server-clock.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const SERVER_AHEAD = 1_700_000_000_000

function clockWith(askServer: () => Promise<number>) {
  return createServerClock({ monotonic: () => performance.now(), wall: () => 42, askServer })
}

const answerIn = (ms: number) => async () => {
  await new Promise((resolve) => setTimeout(resolve, ms / 2))
  const at = performance.now() + SERVER_AHEAD
  await new Promise((resolve) => setTimeout(resolve, ms / 2))
  return at
}

describe('the server clock', () => {
  it('[LV8] is ready with the first answer, and asks a handful of times', async () => {
    const ask = vi.fn(answerIn(20))
    const clock = clockWith(ask)
    let ready = false
    void clock.ready.then(() => {
      ready = true
    })
    await vi.advanceTimersByTimeAsync(19)
    expect(ready).toBe(false)
    await vi.advanceTimersByTimeAsync(2)
    expect(ready).toBe(true)
    expect(clock.now()).toBeCloseTo(performance.now() + SERVER_AHEAD, 0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ask).toHaveBeenCalledTimes(5)
    clock.close()
  })

  it('[LV8] asks again every ten minutes', async () => {
    const ask = vi.fn(answerIn(2))
    const clock = clockWith(ask)
    await vi.advanceTimersByTimeAsync(10 * 60_000 + 1_000)
    expect(ask).toHaveBeenCalledTimes(10)
    clock.close()
  })

  it('[F1] without a server it is ready all the same, goes by the device, and keeps asking', async () => {
    const ask = vi.fn(() => Promise.reject(new Error('down')))
    const clock = clockWith(ask)
    await vi.advanceTimersByTimeAsync(2_000)
    await clock.ready
    expect(clock.now()).toBeCloseTo(42 + 2_000, 0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ask).toHaveBeenCalledTimes(3)
    clock.close()
  })

  it('[F32] after a sleep it asks again, and drops the round that the sleep interrupted', async () => {
    const ask = vi.fn(answerIn(20))
    const clock = clockWith(ask)
    await vi.advanceTimersByTimeAsync(30)
    clock.resample()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ask.mock.calls.length).toBeLessThanOrEqual(7)
    await vi.advanceTimersByTimeAsync(9 * 60_000)
    expect(vi.getTimerCount()).toBe(1)
    clock.close()
  })

  it('[F11] [OF9] without a server it starts at once with the remembered time, and is never before a received moment', async () => {
    const ask = vi.fn(() => Promise.reject(new Error('down')))
    const clock = clockWith(ask)
    clock.remember({ aheadMs: 1_000_000, heardAt: 0 })
    await vi.advanceTimersByTimeAsync(1)
    await clock.ready
    expect(clock.now()).toBeCloseTo(42 + 1_000_000, -1)
    expect(clock.ahead()).toBeUndefined()
    clock.close()

    // A device that loses its time with its power: its clock is in 1970 again.
    const cold = clockWith(ask)
    cold.remember({ aheadMs: 0, heardAt: SERVER_AHEAD })
    expect(cold.now()).toBeGreaterThanOrEqual(SERVER_AHEAD)
    cold.close()
  })

  it('[OF9] a line that swallows everything keeps nobody waiting who remembers', async () => {
    const clock = clockWith(() => new Promise(() => {}))
    clock.remember({ aheadMs: 1, heardAt: 0 })
    let ready = false
    void clock.ready.then(() => {
      ready = true
    })
    await vi.advanceTimersByTimeAsync(800)
    expect(ready).toBe(true)
    clock.close()
  })

  it('[OF9] the server’s answer overrules what was remembered', async () => {
    const clock = clockWith(answerIn(20))
    clock.remember({ aheadMs: -5_000_000, heardAt: 0 })
    await vi.advanceTimersByTimeAsync(200)
    expect(clock.now()).toBeCloseTo(performance.now() + SERVER_AHEAD, 0)
    expect(clock.ahead()).toBeCloseTo(performance.now() + SERVER_AHEAD - 42, 0)
    clock.close()
  })

  it('[OF9] without a remembered time, the clock waits two seconds for a server that is down; a time that is remembered meanwhile ends the wait', async () => {
    const clock = clockWith(() => Promise.reject(new Error('down')))
    let ready = false
    void clock.ready.then(() => {
      ready = true
    })
    await vi.advanceTimersByTimeAsync(1_900)
    expect(ready).toBe(false)
    clock.remember({ aheadMs: 1, heardAt: 0 })
    await vi.advanceTimersByTimeAsync(1)
    expect(ready).toBe(true)
    clock.close()
  })

  it('[OF9] a line that swallows everything is waited for a little, since the answer is better than memory', async () => {
    const clock = clockWith(() => new Promise(() => {}))
    clock.remember({ aheadMs: 1, heardAt: 0 })
    let ready = false
    void clock.ready.then(() => {
      ready = true
    })
    await vi.advanceTimersByTimeAsync(600)
    expect(ready).toBe(false)
    clock.close()
  })

  it('[OF9] a time that is remembered after the server has answered changes nothing', async () => {
    const clock = clockWith(answerIn(20))
    await vi.advanceTimersByTimeAsync(200)
    clock.remember({ aheadMs: 5_000_000, heardAt: SERVER_AHEAD * 2 })
    expect(clock.now()).toBeCloseTo(performance.now() + SERVER_AHEAD, 0)
    clock.close()
  })

  it('[LV8] a heartbeat that is later than it thought moves it forward, between its rounds too', async () => {
    const clock = clockWith(answerIn(20))
    await vi.advanceTimersByTimeAsync(200)
    clock.notBefore(performance.now() + SERVER_AHEAD + 9_000)
    expect(clock.now()).toBeGreaterThanOrEqual(performance.now() + SERVER_AHEAD + 9_000)
    clock.close()
  })

  it('[LV8] the quickest answer of a round counts, whichever came first', async () => {
    // Only the request is slow, so the middle is wrong by 200 ms.
    const late = async () => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      return performance.now() + SERVER_AHEAD
    }
    const answers = [late, answerIn(4), answerIn(40), answerIn(40), answerIn(40)]
    const clock = clockWith(() => (answers.shift() ?? answerIn(40))())
    await vi.advanceTimersByTimeAsync(401)
    const first = clock.ahead() ?? 0
    await vi.advanceTimersByTimeAsync(2_000)
    const chosen = clock.ahead() ?? 0
    const truth = SERVER_AHEAD + performance.now() - 42
    expect(Math.abs(chosen - truth)).toBeLessThanOrEqual(4)
    expect(Math.abs(chosen - truth)).toBeLessThan(Math.abs(first - (truth - 2_000)))
    clock.close()
  })

  it('[F32] an answer to a question of before the sleep is not believed after it', async () => {
    const stale = async () => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      return SERVER_AHEAD - 9_000_000
    }
    const answers = [stale]
    const clock = createServerClock({
      monotonic: () => performance.now(),
      wall: () => 42,
      askServer: () => (answers.shift() ?? answerIn(10))(),
    })
    await vi.advanceTimersByTimeAsync(100)
    clock.resample()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(clock.now()).toBeCloseTo(performance.now() + SERVER_AHEAD, 0)
    clock.close()
  })

  it('P11 closed while it waits for its next round, it asks no more', async () => {
    const ask = vi.fn(answerIn(2))
    const clock = clockWith(ask)
    await vi.advanceTimersByTimeAsync(1_000)
    clock.close()
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(ask).toHaveBeenCalledTimes(5)
  })

  it('P11 closed, it leaves no timer', async () => {
    const clock = clockWith(answerIn(20))
    await vi.advanceTimersByTimeAsync(30)
    clock.close()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(vi.getTimerCount()).toBe(0)
  })
})
