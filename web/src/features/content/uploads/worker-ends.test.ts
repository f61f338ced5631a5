import { glob, readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sha256OfFile } from './hash.ts'
import { preparePicture } from './prepare-picture.ts'

/** A fake worker that sends only what the test tells it to. */
class QuietWorker {
  static all: QuietWorker[] = []
  onmessage: ((event: { data: unknown }) => void) | undefined
  onerror: ((event: object) => void) | undefined
  isOver = false
  constructor() {
    QuietWorker.all.push(this)
  }
  postMessage() {}
  terminate() {
    this.isOver = true
  }
}

const lastWorker = () => QuietWorker.all.at(-1)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const never = new AbortController().signal

beforeEach(() => {
  QuietWorker.all = []
  vi.useFakeTimers()
  vi.stubGlobal('Worker', QuietWorker)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const picture = async () =>
  new File([await readFile(new URL('../../../../../server/samples/welcome.jpg', import.meta.url))], 'a.jpg', {
    type: 'image/jpeg',
  })

/** The state of a promise, for as long as it has not settled. */
function watch(work: Promise<unknown>) {
  const seen: { value?: unknown; error?: unknown } = {}
  work.then(
    (value) => {
      seen.value = value
    },
    (error: unknown) => {
      seen.error = error
    },
  )
  return seen
}

/** A worker is started once the file's first bytes have been read, which takes real time. */
async function startedWorkers(count: number): Promise<void> {
  await vi.waitFor(() => expect(QuietWorker.all).toHaveLength(count), { timeout: 5_000, interval: 5 })
}

it('[HS25] a picture whose worker says nothing is given up after a minute, and the next one is made', async () => {
  const stuck = watch(preparePicture(await picture(), never))
  const next = watch(preparePicture(await picture(), never))
  await startedWorkers(1)
  await pass(50_000)
  expect(stuck).toEqual({})
  await pass(15_000)
  expect(stuck.error).toMatchObject({ code: 'not-prepared' })
  expect(QuietWorker.all[0]?.isOver).toBe(true)
  await startedWorkers(2)
  const made = { status: 'done', picture: new Blob(['jpeg']) }
  lastWorker()?.onmessage?.({ data: { status: 'done', answer: made } })
  await vi.waitFor(() => expect(next.value).toEqual(made))
})

it('[HS25] a picture that is requested again after it was given up is made again', async () => {
  const file = await picture()
  const stuck = watch(preparePicture(file, never))
  await startedWorkers(1)
  await pass(65_000)
  expect(stuck.error).toMatchObject({ code: 'not-prepared' })
  const leaving = new AbortController()
  const again = watch(preparePicture(file, leaving.signal))
  await startedWorkers(2)
  leaving.abort(new Error('left'))
  await vi.waitFor(() => expect(again.error).toMatchObject({ message: 'left' }))
  expect(lastWorker()?.isOver).toBe(true)
})

it('[HS25] a worker that fails at a picture is reported at once', async () => {
  const failed = watch(preparePicture(await picture(), never))
  await startedWorkers(1)
  lastWorker()?.onmessage?.({ data: { status: 'failed', name: 'RangeError', message: 'out of memory' } })
  await vi.waitFor(() => expect(failed.error).toMatchObject({ code: 'not-prepared' }))
})

it('[HS25] a worker whose script does not load is reported as a server that cannot be reached', async () => {
  const failed = watch(preparePicture(await picture(), never))
  await startedWorkers(1)
  lastWorker()?.onerror?.({})
  await vi.waitFor(() => expect(failed.error).toMatchObject({ code: 'network-request-failed' }))
})

/** More than a browser hashes at once. */
const large = () => new Blob([new Uint8Array(65 * 2 ** 20)])

it('[HS25] a file is hashed for as long as the worker goes on, and given up after a minute of silence', async () => {
  const hashed = watch(sha256OfFile(large(), never))
  await startedWorkers(1)
  for (let round = 0; round < 4; round += 1) {
    await pass(50_000)
    lastWorker()?.onmessage?.({ data: { status: 'working' } })
  }
  expect(hashed).toEqual({})
  await pass(65_000)
  expect(hashed.error).toMatchObject({ code: 'not-prepared' })
  expect(lastWorker()?.isOver).toBe(true)
})

it('[HS25] a file that is gone while it is hashed is reported as one that cannot be read', async () => {
  const hashed = watch(sha256OfFile(large(), never))
  await startedWorkers(1)
  lastWorker()?.onmessage?.({ data: { status: 'failed', name: 'NotReadableError', message: 'gone' } })
  await vi.waitFor(() => expect(hashed.error).toMatchObject({ name: 'NotReadableError' }))
})

it('[HS25] a file whose first bytes never come is given up', async () => {
  const file = await picture()
  Object.defineProperty(file, 'slice', { value: () => ({ arrayBuffer: () => new Promise(() => {}) }) })
  const stuck = watch(preparePicture(file, never))
  await pass(65_000)
  expect(stuck.error).toMatchObject({ code: 'not-prepared' })
})

/** Questions to the browser that it may never answer, each with the waits that end. */
const MAY_NEVER_ANSWER: [asked: RegExp, ends: RegExp][] = [
  [/new Worker\(/, /\b(askWorker|createWatchdog)\b/],
  [/\.decode\(\)|\.toBlob\(|storage\.estimate\(|indexedDB\.open\(/, /\binTime\(/],
]

it('[HS25] no page waits without an end for a worker, a decoder or a store', async () => {
  const web = new URL('../../../', import.meta.url).pathname
  const found: string[] = []
  const endless: string[] = []
  for await (const path of glob('**/*.{ts,tsx}', { cwd: web, exclude: ['**/*.test.*'] })) {
    const text = await readFile(web + path, 'utf8')
    for (const [asked, ends] of MAY_NEVER_ANSWER) {
      if (!asked.test(text)) continue
      found.push(path)
      if (!ends.test(text)) endless.push(path)
    }
  }
  expect(found).toContain('features/content/uploads/hash.ts')
  expect(endless).toEqual([])
})
