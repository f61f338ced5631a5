import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FilmAnswer } from './film-order.ts'
import { startMaking } from './make.ts'

/** A fake worker that sends nothing by itself. */
class StillWorker {
  static last: StillWorker | undefined
  onmessage: ((event: { data: FilmAnswer }) => void) | undefined
  isOver = false
  constructor() {
    StillWorker.last = this
  }
  postMessage() {}
  terminate() {
    this.isOver = true
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Worker', StillWorker)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const order = { file: new Blob(), name: 'one', from: 'film', keepsQuality: false, converts: false } as const
const start = () => {
  const making = startMaking(order, () => {})
  const ended = vi.fn()
  void making.made.then(ended)
  return { making, ended, worker: StillWorker.last }
}

it('[CT4] a worker that hangs is given up after a minute, and that is said', async () => {
  const { ended, worker } = start()
  await vi.advanceTimersByTimeAsync(50_000)
  worker?.onmessage?.({ data: { status: 'converting', share: 0.1 } })
  await vi.advanceTimersByTimeAsync(55_000)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ended).toHaveBeenCalledWith({ status: 'unfit', problem: 'film-stuck' })
  expect(worker?.isOver).toBe(true)
})

it('[CT3] a film that is paused for an hour does not hang', async () => {
  const { making, ended } = start()
  making.pause()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(ended).not.toHaveBeenCalled()
  making.goOn()
  await vi.advanceTimersByTimeAsync(55_000)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ended).toHaveBeenCalledOnce()
})
