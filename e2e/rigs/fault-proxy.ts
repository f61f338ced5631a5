import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net'

/** The faults of the line. Each applies to open connections and to new ones. */
export type LineFault =
  | { type: 'pass' }
  /** The port is closed, and open connections end. */
  | { type: 'refuse' }
  /** Connections are accepted and reset (RST). */
  | { type: 'reset' }
  /**
   * Connections are accepted and held, but no byte passes in this direction, and no error is reported. Connections from this
   * time stay dead when the fault is over, as behind a router that has lost its table.
   */
  | { type: 'silence'; towards: 'server' | 'browser' | 'both' }
  /** Each connection ends after this many bytes towards the browser. */
  | { type: 'cut'; afterBytes: number }
  /** A slow line with a long delay. Each chunk waits for `latencyMs` and up to `jitterMs` more; their order stays. */
  | { type: 'slow'; bytesPerSecond: number; latencyMs: number; jitterMs: number; resetShare: number }
  /** Packet loss, as programs notice it: at intervals no byte passes for a while. */
  | { type: 'stall'; everyMs: number; forMs: number }
  /** A connection without bytes in either direction for this long is dropped without an error. */
  | { type: 'idle'; afterMs: number }
  /** An intermediary answers every request itself. */
  | { type: 'answer'; status: number; headers: Record<string, string>; body: string }

/** A TCP proxy between a browser and a server, whose faults can change while it is used. */
export type FaultProxy = {
  url: string
  port: number
  fault(): LineFault
  become(fault: LineFault): Promise<void>
  /** Since the start: the number of connections, and of bytes that passed. */
  counts(): { connections: number; open: number; toServer: number; toBrowser: number }
  close(): Promise<void>
}

type Pair = { browser: Socket; server: Socket | undefined; end(how: 'close' | 'reset'): void; become(): void }

const PASS: LineFault = { type: 'pass' }

/** @param target the server's address, http://host:port */
export async function launchFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port: targetPort } = new URL(target)
  const pairs = new Set<Pair>()
  const counts = { connections: 0, toServer: 0, toBrowser: 0 }
  let fault: LineFault = PASS
  let listening: Server | undefined

  function accept(browser: Socket): void {
    counts.connections += 1
    browser.on('error', () => {})
    if (fault.type === 'reset') {
      browser.resetAndDestroy()
      return
    }
    const server = fault.type === 'answer' ? undefined : dial({ host: hostname, port: Number(targetPort) })
    server?.on('error', () => {})
    /** The fault of this connection. */
    let own: LineFault = fault
    let sent = 0
    let idle: ReturnType<typeof setTimeout> | undefined
    const pair: Pair = {
      browser,
      server,
      end(how) {
        clearTimeout(idle)
        pairs.delete(pair)
        if (how === 'reset') browser.resetAndDestroy()
        else browser.destroy()
        server?.destroy()
      },
      become() {
        own = own.type === 'silence' ? own : fault
        if (fault.type === 'refuse' || fault.type === 'reset') pair.end('reset')
        else if (fault.type === 'answer' || fault.type === 'cut' || !server) pair.end('close')
        else touch()
      },
    }
    pairs.add(pair)

    function touch(): void {
      clearTimeout(idle)
      if (fault.type === 'idle') idle = setTimeout(() => pair.end('close'), fault.afterMs)
    }
    const toServer = carry(
      () => own,
      'server',
      (chunk) => {
        counts.toServer += chunk.length
        server?.write(chunk)
      },
      () => pair.end('reset'),
    )
    const toBrowser = carry(
      () => own,
      'browser',
      (chunk) => {
        const left = own.type === 'cut' ? own.afterBytes - sent : Number.POSITIVE_INFINITY
        const part = chunk.subarray(0, Math.max(0, left))
        sent += part.length
        counts.toBrowser += part.length
        browser.write(part)
        // Closed only when the sent bytes have arrived, because a reset at once would discard them at the receiver.
        if (chunk.length >= left) browser.end(() => pair.end('close'))
      },
      () => pair.end('reset'),
    )
    browser.on('data', (chunk: Buffer) => {
      touch()
      if (server) toServer.push(chunk)
      else if (fault.type === 'answer') browser.end(answerOf(fault))
    })
    server?.on('data', (chunk: Buffer) => {
      touch()
      toBrowser.push(chunk)
    })
    browser.on('close', () => toServer.end(() => pair.end('close')))
    server?.on('close', () => toBrowser.end(() => pair.end('close')))
    touch()
  }

  async function listen(port: number): Promise<number> {
    const server = createServer(accept)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    listening = server
    return (server.address() as AddressInfo).port
  }

  function stopListening(): void {
    listening?.close()
    listening = undefined
  }

  const port = await listen(0)
  return {
    url: `http://localhost:${port}`,
    port,
    fault: () => fault,
    async become(next) {
      fault = next
      if (next.type === 'refuse') stopListening()
      else if (!listening) await listen(port)
      for (const pair of pairs) pair.become()
    },
    counts: () => ({ ...counts, open: pairs.size }),
    async close() {
      stopListening()
      for (const pair of pairs) pair.end('close')
    },
  }
}

function isSilent(fault: LineFault, towards: 'server' | 'browser'): boolean {
  return fault.type === 'silence' && (fault.towards === 'both' || fault.towards === towards)
}

/**
 * Delivers chunks in their order, each at its time, and the end after the last one. Chunks are lost while the line is silent.
 */
function carry(
  fault: () => LineFault,
  towards: 'server' | 'browser',
  deliver: (chunk: Buffer) => void,
  reset: () => void,
): { push(chunk: Buffer): void; end(then: () => void): void } {
  let freeAt = 0
  const queue: { due: number; act: () => void }[] = []
  function at(due: number, act: () => void): void {
    queue.push({ due, act })
    if (queue.length === 1) drain()
  }
  // One timer at a time, because two that are due together may run in the wrong order.
  function drain(): void {
    for (let first = queue[0]; first; first = queue[0]) {
      const left = first.due - performance.now()
      if (left > 0) {
        setTimeout(drain, left)
        return
      }
      if (!isSilent(fault(), towards)) first.act()
      queue.shift()
    }
  }
  return {
    push(chunk) {
      const now = performance.now()
      const current = fault()
      if (isSilent(current, towards)) return
      if (current.type === 'slow' && Math.random() < current.resetShare) {
        reset()
        return
      }
      const takes = current.type === 'slow' ? (chunk.length / current.bytesPerSecond) * 1_000 : 0
      freeAt = Math.max(freeAt, now + delayOf(current, now)) + takes
      at(freeAt, () => deliver(chunk))
    },
    // A silent line does not report that one end has closed.
    end(then) {
      if (!isSilent(fault(), towards)) at(freeAt, then)
    },
  }
}

function delayOf(fault: LineFault, now: number): number {
  if (fault.type === 'slow') return fault.latencyMs + Math.random() * fault.jitterMs
  if (fault.type === 'stall') {
    const into = now % fault.everyMs
    return into < fault.forMs ? fault.forMs - into : 0
  }
  return 0
}

function answerOf({ status, headers, body }: LineFault & { type: 'answer' }): string {
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Because\r\n${lines.join('')}\r\n${body}`
}
