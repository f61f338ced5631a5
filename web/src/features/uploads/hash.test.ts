import { createHash } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

it('[CT2] a file that is larger than what is read at once has the hash that everybody gives it', async () => {
  const bytes = new Uint8Array(9 * 2 ** 20).map((_, index) => index % 251)
  const answered = Promise.withResolvers<string>()
  const worker = { postMessage: answered.resolve, onmessage: (_: { data: Blob }) => {} }
  vi.stubGlobal('self', worker)
  await import('./hash.worker.ts')
  worker.onmessage({ data: new Blob([bytes]) })
  expect(await answered.promise).toBe(createHash('sha256').update(bytes).digest('hex'))
})
