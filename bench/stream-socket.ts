import { connect } from 'node:net'

export const OPENING_AT_ONCE = 64
export const CONNECTIONS = 64
/** A change that its listener has not received by then is lost. */
export const LOST_MS = 10_000
export const LOOK_AGAIN_MS = 20

const HOST = '127.0.0.1'

/** Receives the events of one stream. Every socket reads into the same memory, which is scanned before the next read. */
export type StreamReader = {
  memory: Buffer
  /** This many bytes of the body are in the memory. */
  onRead(length: number): void
  /** A stream that had been answered has ended. */
  onEnd(): void
}

/**
 * Opens one event stream on a connection of its own. Resolves when the head of the answer has arrived.
 *
 * Bytes that arrive together with the head are not reported.
 */
export function openStream(port: number, path: string, reader: StreamReader): Promise<void> {
  return new Promise((resolve, reject) => {
    let head: string | undefined = ''
    const socket = connect({
      host: HOST,
      port,
      onread: {
        buffer: reader.memory,
        callback(length) {
          if (head === undefined) {
            reader.onRead(length)
            return true
          }
          head += reader.memory.toString('latin1', 0, length)
          if (!head.includes('\r\n\r\n')) return true
          if (!head.startsWith('HTTP/1.1 200 ')) reject(new Error(`a listener was refused: ${head.slice(0, 200)}`))
          head = undefined
          resolve()
          return true
        },
      },
    })
    socket.on('connect', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${HOST}:${port}\r\nAccept: text/event-stream\r\n\r\n`)
    })
    socket.on('error', reject)
    socket.on('close', () => {
      if (head === undefined) reader.onEnd()
      else reject(new Error('a connection was closed before it was answered'))
    })
  })
}

/** Runs the same work for 0, 1, … up to `count`, at most `atOnce` at a time. */
export async function inTurns(count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const goOn = async () => {
    while (next < count) {
      next += 1
      await work(next - 1)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, goOn))
}
