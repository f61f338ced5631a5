import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Feature, startSweeps } from './feature.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function sweeping(name: string, everyMs: number, run: () => Promise<unknown>): Feature {
  return { name, sweep: { everyMs, run } }
}

it('[HS12] each feature is swept as often as it says, and no more once that is undone', async () => {
  const swept: string[] = []
  const stop = startSweeps(
    [
      sweeping('often', 1_000, async () => swept.push('often')),
      { name: 'never' },
      sweeping('seldom', 3_000, async () => swept.push('seldom')),
    ],
    { error: () => expect.unreachable() },
  )
  await vi.advanceTimersByTimeAsync(3_000)
  expect(swept.toSorted()).toEqual(['often', 'often', 'often', 'seldom'])
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(swept).toHaveLength(4)
})

it('[HS12] a sweep that fails is logged with its feature, tried again, and keeps no other from being swept', async () => {
  const failure = new Error('no room')
  const logged: object[] = []
  let others = 0
  const stop = startSweeps(
    [
      sweeping('broken', 1_000, () => Promise.reject(failure)),
      sweeping('throwing', 1_000, () => {
        throw failure
      }),
      sweeping('whole', 1_000, async () => (others += 1)),
    ],
    { error: (details: object) => void logged.push(details) },
  )
  await vi.advanceTimersByTimeAsync(2_000)
  stop()
  expect(others).toBe(2)
  const about = (feature: string) => ({ err: failure, feature })
  expect(logged).toEqual([about('broken'), about('throwing'), about('broken'), about('throwing')])
})

it('[HS12] a sweep that takes long is not begun a second time', async () => {
  let begun = 0
  const stop = startSweeps(
    [
      sweeping('slow', 1_000, async () => {
        begun += 1
        await new Promise((resolve) => setTimeout(resolve, 2_500))
      }),
    ],
    { error: () => expect.unreachable() },
  )
  await vi.advanceTimersByTimeAsync(3_000)
  expect(begun).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  stop()
  expect(begun).toBe(2)
})
