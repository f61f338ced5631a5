import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onPulse } from './pulse.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('calls everybody once a second in the same moment, whenever they came', () => {
  const calls: [string, number][] = []
  const stops = ['first', 'second', 'third'].map((name) => {
    vi.advanceTimersByTime(300)
    return onPulse(() => calls.push([name, Date.now()]))
  })
  vi.advanceTimersByTime(3_000)
  const moments = new Set(calls.map(([, at]) => at))
  expect(moments.size).toBe(3)
  expect(calls).toHaveLength(9)
  for (const stop of stops) stop()
})

it('a callback that throws does not stop the others, and is reported', () => {
  const heard: string[] = []
  const stops = [
    onPulse(() => {
      throw new Error('it broke')
    }),
    onPulse(() => heard.push('the other')),
  ]
  vi.advanceTimersByTime(1_000)
  expect(heard).toEqual(['the other'])
  expect(() => vi.advanceTimersByTime(1)).toThrow('it broke')
  for (const stop of stops) stop()
})

it('stops when nobody is left, and begins again', () => {
  const stop = onPulse(() => {})
  expect(vi.getTimerCount()).toBe(1)
  stop()
  stop()
  expect(vi.getTimerCount()).toBe(0)
  const listener = vi.fn()
  const stopAgain = onPulse(listener)
  vi.advanceTimersByTime(2_000)
  expect(listener).toHaveBeenCalledTimes(2)
  stopAgain()
})
