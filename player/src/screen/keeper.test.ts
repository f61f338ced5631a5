import { expect, it, vi } from 'vitest'
import { type Kept, keep } from './keeper.ts'

/** A screen and the content of its device: the names of records, `build` and `worker`. */
function screen(...there: string[]) {
  const device = new Set(there)
  const asked: string[] = []
  const ask = (name: string) => async () => {
    asked.push(name)
  }
  const kept: Kept = {
    database: { keys: async () => Array.from(device) },
    library: { look: ask('files') },
    link: { register: ask('register'), remind: () => void asked.push('remind') },
    saveClock: ask('clock'),
  }
  const stores = {
    worker: () => ({
      getRegistration: async () => (device.has('worker') ? ({} as ServiceWorkerRegistration) : undefined),
    }),
    caches: () => ({ match: async () => (device.has('build') ? new Response() : undefined) }),
  }
  return {
    device,
    kept,
    stores,
    look: async () => {
      asked.length = 0
      await keep(kept, stores)
      return asked
    },
  }
}

const ALL = ['worker', 'build', 'page', 'clock']

it('[R3] where all is there it only looks at the files', async () => {
  const { look } = screen(...ALL)
  expect(await look()).toEqual(['files'])
})

it.each([
  ['clock', 'clock'],
  ['worker', 'register'],
  ['build', 'remind'],
  ['page', 'remind'],
])('[R3] without its %s it asks for it: %s', async (lost, asks) => {
  const { look } = screen(...ALL.filter((name) => name !== lost))
  expect((await look()).filter((name) => name !== 'files')).toEqual([asks])
})

it('[R3] a second copy without room is requested once, and again after it existed', async () => {
  const { look, device } = screen('worker', 'build', 'clock')
  expect(await look()).toContain('remind')
  expect(await look()).not.toContain('remind')
  device.add('page')
  expect(await look()).not.toContain('remind')
  device.delete('page')
  expect(await look()).toContain('remind')
})

it('[R3] a part that cannot be read keeps it from none of the others', async () => {
  const { look, kept } = screen('build', 'page')
  kept.library.look = () => Promise.reject(new Error('damaged'))
  expect((await look()).sort()).toEqual(['clock', 'register'])
  kept.database.keys = () => Promise.reject(new Error('damaged'))
  kept.library.look = async () => {}
  expect(await look()).toEqual(['register'])
})

it('[R3] a frame in which nothing may be kept ends nothing', async () => {
  const { kept, stores } = screen()
  stores.worker = () => {
    throw new DOMException('no', 'SecurityError')
  }
  await expect(keep(kept, stores)).resolves.toBeUndefined()
})

it('[R3] caches that never answer count as cleared, and no look waits for them for ever', async () => {
  vi.useFakeTimers()
  try {
    const { look, stores } = screen('worker', 'page', 'clock')
    stores.caches = () => ({ match: () => new Promise(() => {}) })
    const asked = look()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await Promise.race([asked, Promise.resolve('waits')])).toEqual(['files', 'remind'])
  } finally {
    vi.useRealTimers()
  }
})
