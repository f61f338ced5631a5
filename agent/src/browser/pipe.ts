import type { Readable, Writable } from 'node:stream'

const ANSWER_MS = 15_000
/** A picture of a 4K panel as PNG in base64 is below this. A longer message ends the connection. */
const MAX_MESSAGE_BYTES = 128 * 2 ** 20

/** The other end of the pipe is gone. */
export class BrowserEnded extends Error {
  constructor() {
    super('the browser has ended')
  }
}

/** The browser has not answered in time. */
export class NoAnswer extends Error {
  constructor(method: string) {
    super(`the browser does not answer ${method}`)
  }
}

export type Params = Record<string, unknown>
export type BrowserEvent = { method: string; params: Params; sessionId: string | undefined }

/** The connection to a browser's debugging interface. */
export type Pipe = {
  /**
   * @param sessionId of an attached page; undefined: the browser itself
   * @throws Error when the browser refuses, does not answer in time, or has ended
   */
  send(method: string, params?: Params, sessionId?: string, withinMs?: number): Promise<Params>
  onEvent(listener: (event: BrowserEvent) => void): () => void
  close(): void
}

type Message = { id?: number; method?: string; params?: Params; sessionId?: string; result?: Params; error?: unknown }

/**
 * Speaks the debugging protocol over two pipes (`--remote-debugging-pipe`). A message is JSON that ends with a zero
 * byte; JSON cannot contain one, so no text of a page can end a message.
 */
export function openPipe(toBrowser: Writable, fromBrowser: Readable): Pipe {
  const waiting = new Map<number, { done(result: Params): void; fail(error: Error): void }>()
  const listeners = new Set<(event: BrowserEvent) => void>()
  let parts: Buffer[] = []
  let partBytes = 0
  let sent = 0
  let isClosed = false

  function close(): void {
    if (isClosed) return
    isClosed = true
    toBrowser.destroy()
    fromBrowser.destroy()
    for (const { fail } of waiting.values()) fail(new BrowserEnded())
    waiting.clear()
  }

  function receive(text: string): void {
    let message: Message
    try {
      message = JSON.parse(text)
    } catch {
      close()
      return
    }
    if (message.id !== undefined) {
      const asked = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.error) asked?.fail(new Error(JSON.stringify(message.error)))
      else asked?.done(message.result ?? {})
    } else if (message.method !== undefined) {
      const event = { method: message.method, params: message.params ?? {}, sessionId: message.sessionId }
      for (const listener of [...listeners]) listener(event)
    }
  }

  fromBrowser.on('data', (chunk: Buffer) => {
    let rest = chunk
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const message = Buffer.concat([...parts, rest.subarray(0, end)])
      parts = []
      partBytes = 0
      rest = rest.subarray(end + 1)
      receive(message.toString('utf8'))
    }
    parts.push(rest)
    partBytes += rest.length
    if (partBytes > MAX_MESSAGE_BYTES) close()
  })
  for (const stream of [toBrowser, fromBrowser]) {
    stream.on('error', close)
    stream.on('close', close)
  }
  fromBrowser.on('end', close)

  return {
    send(method, params = {}, sessionId = undefined, withinMs = ANSWER_MS) {
      if (isClosed) return Promise.reject(new BrowserEnded())
      sent += 1
      const id = sent
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id)
          reject(new NoAnswer(method))
        }, withinMs)
        waiting.set(id, {
          done(result) {
            clearTimeout(timer)
            resolve(result)
          },
          fail(error) {
            clearTimeout(timer)
            reject(error)
          },
        })
        toBrowser.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
      })
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close,
  }
}
