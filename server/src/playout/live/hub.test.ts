import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { createHub, type Hub } from './hub.ts'

const PATIENCE = { timeout: 20_000, interval: 10 }
const MANIFEST_BYTES = 1_500_000
const HEAD = Buffer.from('HTTP/1.1 200 OK\r\n\r\n')
const SILENT = { error() {}, warn() {}, info() {} } as never

/** A listener that reads at its own pace. */
type Reader = {
  /** Revisions of the documents that arrived complete, in order. */
  heard: number[]
  /** Bytes. */
  taken(): number
  /** Reads up to this number of bytes. */
  read(bytes: number): void
  readOn(): void
  isClosed(): boolean
  socket: Socket
}

describe('listeners on lines of any speed', { timeout: PATIENCE.timeout * 4 }, () => {
  let folder: string
  let server: Server
  let hub: Hub
  let reads: number
  let revision: number
  let bytes: number
  let joined: number
  const readers: Reader[] = []
  /** The server's ends of the connections, in the order of the readers. */
  const ends: Socket[] = []

  const start = async (options: { stalledMs?: number; longestMs?: number } = {}) => {
    reads = 0
    joined = 0
    revision = 1
    bytes = MANIFEST_BYTES
    // A Unix socket buffers 200 kB between its ends; a local TCP connection buffers megabytes.
    folder = await mkdtemp(join(tmpdir(), 'placard-hub-'))
    hub = createHub(
      'manifest',
      async () => {
        reads += 1
        return { revision, filler: 'x'.repeat(bytes) } as { revision: number }
      },
      { log: SILENT, now: () => 0, random: () => 0, ...options },
    )
    server = createServer({ allowHalfOpen: true }, (socket) => {
      ends.push(socket)
      socket.on('error', () => {})
      socket.on('data', () => {})
      void hub.join(socket, SAMPLE_DISPLAY, undefined, HEAD, { sessionId: 'a session' }).then(() => {
        joined += 1
      })
    })
    await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve))
  }
  beforeEach(() => {
    readers.length = 0
    ends.length = 0
  })
  afterEach(async () => {
    hub.close()
    for (const { socket } of readers) socket.destroy()
    for (const socket of ends) socket.destroy()
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  function change(): number {
    revision += 1
    hub.announce(SAMPLE_DISPLAY, revision)
    return revision
  }

  async function listen(): Promise<Reader> {
    const socket = connect(join(folder, 'socket'))
    socket.on('error', () => {})
    const heard: number[] = []
    let isClosed = false
    let rest = ''
    let room = 0
    let taken = 0
    socket.once('close', () => {
      isClosed = true
    })
    socket.on('data', (chunk) => {
      taken += chunk.length
      room -= chunk.length
      if (room <= 0) socket.pause()
      rest += chunk.toString('latin1')
      for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
        const id = /^id: (\d+)$/m.exec(rest.slice(0, 100))?.[1]
        if (id !== undefined) heard.push(Number(id))
        rest = rest.slice(end + 2)
      }
    })
    socket.pause()
    const reader: Reader = {
      heard,
      socket,
      taken: () => taken,
      isClosed: () => isClosed,
      read(more) {
        room = more
        socket.resume()
      },
      readOn() {
        room = Number.POSITIVE_INFINITY
        socket.resume()
      },
    }
    const count = readers.push(reader)
    await vi.waitFor(() => expect(joined).toBeGreaterThanOrEqual(count), PATIENCE)
    return reader
  }

  async function readPiece(reader: Reader): Promise<void> {
    const before = reader.taken()
    reader.read(16 * 1024)
    await vi.waitFor(() => expect(reader.taken()).toBeGreaterThan(before), PATIENCE)
  }

  /** Reads piece by piece until that revision has arrived. */
  async function readSlowly(reader: Reader, until: number): Promise<void> {
    while (reader.heard.at(-1) !== until) {
      expect(reader.isClosed()).toBe(false)
      await readPiece(reader)
    }
  }

  it('[S28] [LV12] a manifest of 1.5 MB arrives whole on a slow line, and the newest after all that changed meanwhile', async () => {
    await start()
    const slow = await listen()
    for (let count = 0; count < 10; count += 1) {
      await readPiece(slow)
      const changed = change()
      await vi.waitFor(() => expect(reads).toBe(changed), PATIENCE)
    }
    expect(slow.heard).toEqual([])
    // After ten changes, only the first document is waiting.
    expect(ends[0]?.writableLength).toBeLessThan(MANIFEST_BYTES + 1_000)
    await readSlowly(slow, 11)
    expect(slow.heard).toEqual([1, 11])
    // It is up to date: each change arrives by itself again.
    await readSlowly(slow, change())
    expect(slow.heard).toEqual([1, 11, 12])
    expect(ends[0]?.timeout).toBe(0)
  })

  it('[S28] a thousand fast listeners hear every change, each once, beside fifty that read nothing', async () => {
    await start()
    bytes = 20_000
    const slow = await Promise.all(Array.from({ length: 50 }, listen))
    const fast: Reader[] = []
    // The system allows 500 pending connections.
    while (fast.length < 1_000) fast.push(...(await Promise.all(Array.from({ length: 200 }, listen))))
    for (const reader of fast) reader.readOn()
    for (let count = 0; count < 20; count += 1) {
      const changed = change()
      await vi.waitFor(() => {
        for (const { heard } of fast) expect(heard.at(-1)).toBe(changed)
      }, PATIENCE)
    }
    for (const { heard } of fast) expect(heard).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
    // One read for each change, for any number of listeners.
    expect(reads).toBe(21)
    // At most one document waits for a slow listener, in addition to the socket's buffer.
    for (const end of ends.slice(0, slow.length))
      expect(end.writableLength).toBeLessThan(end.writableHighWaterMark + 21_000)
    for (const reader of slow) await readSlowly(reader, 21)
    for (const { heard } of slow) expect(heard.length).toBeLessThan(21)
    expect(hub.listenerCount()).toBe(1_050)
  })

  it('[S28] [LV12] [B86] [F9] a listener that stops reading is disconnected, also if it still sends; one that takes a little is not', async () => {
    await start({ stalledMs: 300, longestMs: 3_000 })
    const deaf = await listen()
    const talker = await listen()
    const slow = await listen()
    const talking = setInterval(() => talker.socket.write('.'), 50)
    const reading = setInterval(() => slow.read(1_000), 50)
    // A document or a heartbeat detects that they have not accepted the previous bytes.
    change()
    await vi.waitFor(() => expect(hub.listenerCount()).toBe(1), PATIENCE)
    clearInterval(talking)
    clearInterval(reading)
    expect(ends.map((end) => end.destroyed)).toEqual([true, true, false])
    deaf.readOn()
    await vi.waitFor(() => expect(deaf.isClosed()).toBe(true), PATIENCE)
    expect(deaf.heard).toEqual([])
    slow.readOn()
    await vi.waitFor(() => expect(slow.heard).toEqual([1, 2]), PATIENCE)
  })

  it('[S28] many who join at once share one copy of the document', async () => {
    await start()
    bytes = 8_000_000
    const before = process.memoryUsage().arrayBuffers
    await Promise.all(Array.from({ length: 40 }, listen))
    await vi.waitFor(() => {
      expect(ends).toHaveLength(40)
      for (const end of ends) expect(end.writableLength).toBeGreaterThan(bytes / 2)
    }, PATIENCE)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(bytes * 10)
  })

  it('[S28] [LV13] nothing is written after a goodbye, and its listener does not count any more', async () => {
    await start()
    bytes = 1_000
    const one = await listen()
    one.readOn()
    await vi.waitFor(() => expect(one.heard).toEqual([1]), PATIENCE)
    const errors: Error[] = []
    ends[0]?.on('error', (error) => errors.push(error))
    hub.endSession('a session', 'signed-out')
    expect(hub.listenerCount()).toBe(0)
    expect(hub.sessionIds()).toEqual([])
    // The connection is not closed yet, as for a client that holds on to it, and another one connects.
    const other = await listen()
    other.readOn()
    const changed = change()
    await vi.waitFor(() => expect(other.heard.at(-1)).toBe(changed), PATIENCE)
    ends[0]?.destroy()
    await vi.waitFor(() => expect(one.isClosed()).toBe(true), PATIENCE)
    expect(hub.listenerCount()).toBe(1)
    expect(one.heard).toEqual([1])
    expect(errors).toEqual([])
  })
})
