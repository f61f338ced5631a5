import { expect, it, vi } from 'vitest'
import { reachOf } from './reach.ts'

const answers = () => Promise.resolve()
const fails = () => Promise.reject(new TypeError('Failed to fetch'))

it('[ST12] nobody there counts only where somebody was before: a server may refuse the question and nothing else', async () => {
  const page = 'https://rota.example/'
  expect(await reachOf(page, fails)).toBe('unknown')
  expect(await reachOf(page, answers)).toBe('reached')
  expect(await reachOf(page, fails)).toBe('lost')
  expect(await reachOf('https://other.example/', fails)).toBe('unknown')
})

it('[HS25] an address that accepts and says nothing counts as no answer, and its connection is let go', async () => {
  vi.useFakeTimers()
  try {
    const page = 'https://silent.example/'
    await reachOf(page, answers)
    let asked: AbortSignal | null | undefined
    const reach = reachOf(page, (_, signal) => {
      asked = signal
      return new Promise(() => {})
    })
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await Promise.race([reach, Promise.resolve('waits')])).toBe('lost')
    expect(asked?.aborted).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
