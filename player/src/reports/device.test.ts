import { ScreenDevice } from '@placard/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { readDevice } from './device.ts'

const GB = 2 ** 30
afterEach(() => vi.unstubAllGlobals())
const told = (usage: number, quota: number) => async () => ({ usage, quota })

it('[SH3] a device says its pixels, its memory and the room that it has', async () => {
  expect(await readDevice({ devicePixelRatio: 2, deviceMemory: 4, estimate: told(GB, 58 * GB) })).toEqual({
    pixelRatio: 2,
    memoryGb: 4,
    storageMb: { used: 1_024, of: 59_392 },
  })
})

it.each([
  ['says nothing', { devicePixelRatio: 1 }],
  ['knows no ratio', { devicePixelRatio: 0 }],
  ['knows no room', { devicePixelRatio: 1, estimate: async () => ({}) }],
  ['refuses to say', { devicePixelRatio: 1, estimate: () => Promise.reject(new TypeError('no')) }],
  [
    'throws at the mere question',
    {
      devicePixelRatio: 1,
      estimate: () => {
        throw new DOMException('no', 'SecurityError')
      },
    },
  ],
])('[SH3] one that %s leaves it out', async (_, of) => {
  expect(await readDevice(of)).toEqual({ pixelRatio: 1 })
})

it('[SH3] whatever a browser says, the server takes it', async () => {
  const without = await readDevice({
    devicePixelRatio: 400,
    deviceMemory: -1,
    estimate: told(-5, Number.MAX_VALUE),
  })
  expect(ScreenDevice.parse(without)).toEqual({ pixelRatio: 1, storageMb: { used: 0, of: 1e9 } })
})

it('[HS25] a browser that never says what room it has does not hold the rest up', async () => {
  vi.useFakeTimers()
  try {
    const device = readDevice({ devicePixelRatio: 2, estimate: () => new Promise(() => {}) })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await Promise.race([device, Promise.resolve('waits')])).toEqual({ pixelRatio: 2 })
  } finally {
    vi.useRealTimers()
  }
})

it('[R3] says what the browser promises of its room, and asks for that promise once', async () => {
  let promised = false
  const persist = vi.fn(async () => false)
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({}), persisted: async () => promised, persist } })
  expect(await readDevice()).toEqual({ pixelRatio: 1, isPersistent: false })
  expect(await readDevice()).toEqual({ pixelRatio: 1, isPersistent: false })
  expect(persist).toHaveBeenCalledTimes(1)
  promised = true
  expect(await readDevice()).toEqual({ pixelRatio: 1, isPersistent: true })
  vi.stubGlobal('navigator', { storage: undefined })
  expect(await readDevice()).toEqual({ pixelRatio: 1 })
})
