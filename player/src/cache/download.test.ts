import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { download } from './download.ts'
import type { MediaFile } from './media-file.ts'
import { createParts } from './parts.ts'

const BYTES = Uint8Array.from({ length: 3_000 }, (_, index) => (index * 7) & 255)
const FILE: MediaFile = {
  url: '/media/a.jpg',
  sha256: createHash('sha256').update(BYTES).digest('hex'),
  sizeBytes: BYTES.length,
  contentType: 'image/jpeg',
}
const JPEG = { 'Content-Type': 'image/jpeg' }

type Answer = (headers: Record<string, string>) => Response | Promise<Response>
const ask = (answer: Answer) => async (_url: string, init: RequestInit) =>
  answer((init.headers ?? {}) as Record<string, string>)
const startOf = (headers: Record<string, string>) => Number(/bytes=(\d+)-/.exec(headers.Range ?? '')?.[1] ?? 0)

/** A correct server whose connection breaks after this many bytes. */
function server(cutAfter: number): Answer {
  return (headers) => {
    const start = startOf(headers)
    if (start > 0) expect(headers['If-Range']).toBe(`"${FILE.sha256}"`)
    const piece = BYTES.slice(start, start + cutAfter)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        if (piece.length > 0) controller.enqueue(piece)
        if (start + piece.length < BYTES.length) setTimeout(() => controller.error(new TypeError('network error')), 1)
        else controller.close()
      },
    })
    const range = { 'Content-Range': `bytes ${start}-${BYTES.length - 1}/${BYTES.length}` }
    return start > 0
      ? new Response(body, { status: 206, headers: { ...JPEG, ...range } })
      : new Response(body, { headers: JPEG })
  }
}

const fresh = () => createParts(openDatabase(undefined))
const sizeOf = async (parts: ReturnType<typeof fresh>) =>
  (await parts.read(FILE)).reduce((sum, { size }) => sum + size, 0)

describe('a download', () => {
  it('[F7] a download that is cut anywhere, any number of times, ends in exactly the bytes, and requests none twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 6 }), async (cuts) => {
        const parts = fresh()
        let have = 0
        for (const cut of cuts) {
          const got = await download(FILE, parts, ask(server(cut)), false)
          have += cut
          if (have >= BYTES.length) break
          expect(got.status).toBe('unreachable')
          expect(await sizeOf(parts)).toBe(have)
        }
        const got = await download(FILE, parts, ask(server(10_000)), false)
        if (got.status !== 'whole') throw new Error(got.status)
        expect(new Uint8Array(await got.blob.arrayBuffer())).toEqual(BYTES)
      }),
      { numRuns: 60 },
    )
  })

  it.each<[string, Answer]>([
    ['[F4] a captive portal', () => new Response('<p>terms</p>', { headers: { 'Content-Type': 'text/html' } })],
    ['[F5] 503', () => new Response('', { status: 503 })],
    ['[F5] 204', () => new Response(null, { status: 204 })],
    ['[B94] a part that was not asked for', () => new Response(BYTES, { status: 206, headers: JPEG })],
    ['[F7] too short, as if it were whole', () => new Response(BYTES.slice(9), { headers: JPEG })],
    ['[F1] no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('%s is not the file; it may come yet', async (_, answer) => {
    expect(await download(FILE, fresh(), ask(answer), false)).toEqual({ status: 'unreachable' })
  })

  it.each<[string, Answer]>([
    ['[F53] 404', () => new Response('', { status: 404 })],
    ['[B94] longer than it should be', () => new Response(new Uint8Array(BYTES.length + 1), { headers: JPEG })],
  ])('%s is refused', async (_, answer) => {
    expect(await download(FILE, fresh(), ask(answer), false)).toEqual({ status: 'refused' })
  })

  it.each<[string, Answer]>([
    ['416', () => new Response('', { status: 416 })],
    [
      'another range',
      () => new Response(BYTES, { status: 206, headers: { ...JPEG, 'Content-Range': 'bytes 0-9/10' } }),
    ],
  ])('[F7] what it has is thrown away when the server answers its range with %s', async (_, answer) => {
    const parts = fresh()
    await download(FILE, parts, ask(server(100)), false)
    expect(await sizeOf(parts)).toBe(100)
    expect((await download(FILE, parts, ask(answer), false)).status).toBe('unreachable')
    expect(await sizeOf(parts)).toBe(0)
  })

  it('[OF16] a copy elsewhere is asked as a stranger, and goes on where the server was cut', async () => {
    const parts = fresh()
    await download(FILE, parts, ask(server(100)), false)
    const asked: [string, RequestInit][] = []
    const elsewhere = 'https://cdn.example.org/media/a.jpg'
    const got = await download(
      FILE,
      parts,
      async (url, init) => {
        asked.push([url, init])
        const headers = { ...JPEG, 'Content-Range': `bytes 100-${BYTES.length - 1}/${BYTES.length}` }
        return new Response(BYTES.slice(100), { status: 206, headers })
      },
      false,
      elsewhere,
    )
    expect(got.status === 'whole' && new Uint8Array(await got.blob.arrayBuffer())).toEqual(BYTES)
    const init = { mode: 'cors', credentials: 'omit', redirect: 'error', headers: { Range: 'bytes=100-' } }
    expect(asked).toEqual([[elsewhere, expect.objectContaining(init)]])
  })

  it.each<[string, Answer]>([
    ['416', () => new Response('', { status: 416 })],
    ['a part that it does not name', () => new Response(BYTES.slice(100), { status: 206, headers: JPEG })],
    ['a page', () => new Response('<p>no such distribution</p>', { headers: { 'Content-Type': 'text/html' } })],
    ['404', () => new Response('', { status: 404 })],
  ])('[OF16] what it has stays, when a copy elsewhere answers with %s', async (_, answer) => {
    const parts = fresh()
    await download(FILE, parts, ask(server(100)), false)
    const got = await download(FILE, parts, ask(answer), false, 'https://cdn.example.org/media/a.jpg')
    expect(got.status).not.toBe('whole')
    expect(await sizeOf(parts)).toBe(100)
  })

  it('[F7] a server that sends the whole file again begins it again', async () => {
    const parts = fresh()
    await download(FILE, parts, ask(server(100)), false)
    const got = await download(
      FILE,
      parts,
      ask(() => new Response(BYTES, { headers: JPEG })),
      false,
    )
    expect(got.status === 'whole' && new Uint8Array(await got.blob.arrayBuffer())).toEqual(BYTES)
  })
})
