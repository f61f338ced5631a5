import { connect, type Socket } from 'node:net'
import { expect, vi } from 'vitest'

/** Time limit with room for slow machines. */
const PATIENCE_MS = 20_000

/** A raw connection for requests that are written by hand. */
export type BareSocket = {
  socket: Socket
  send(text: string | Uint8Array): void
  /** Everything that has arrived so far. */
  received(): string
  /** Resolves once the text has arrived this many times. */
  hears(text: string, times?: number): Promise<void>
  /** Resolves when the connection has ended, on either side. */
  closed: Promise<void>
  close(): void
}

/** @param url address of the server */
export function openBareSocket(url: string): BareSocket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  // Some tests make the server cut the connection.
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  return {
    socket,
    send: (text) => void (socket.writable && socket.write(text)),
    received: () => received,
    async hears(text, times = 1) {
      const count = () => received.split(text).length - 1
      await vi.waitFor(() => expect(count()).toBeGreaterThanOrEqual(times), { timeout: PATIENCE_MS, interval: 10 })
    },
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    close: () => socket.destroy(),
  }
}

/** The text of a request. @param lines further header lines */
export function requestText(method: string, path: string, lines: string[] = [], body = ''): string {
  return [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', ...lines, '', body].join('\r\n')
}
