import { createHash } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import type { WorkerMessage } from './answer-order.ts'

afterEach(() => vi.unstubAllGlobals())

it('[CT2] a file that is larger than what is read at once has the hash that everybody gives it', async () => {
  const bytes = new Uint8Array(9 * 2 ** 20).map((_, index) => index % 251)
  const answered = Promise.withResolvers<string>()
  const said: string[] = []
  const postMessage = (message: WorkerMessage<string>) => {
    said.push(message.status)
    if (message.status === 'done') answered.resolve(message.answer)
  }
  const worker = { postMessage, onmessage: (_: { data: Blob }) => {} }
  vi.stubGlobal('self', worker)
  await import('./hash.worker.ts')
  worker.onmessage({ data: new Blob([bytes]) })
  expect(await answered.promise).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(said).toEqual(['working', 'working', 'working', 'done'])
})
