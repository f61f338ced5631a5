import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const CHUNK_BYTES = 16 * 1_024

/** A network connection between a page and a server, with a limited bandwidth, that counts bytes. */
export type Relay = {
  url: string
  /** Bytes of bodies whose path begins with the prefix. */
  bytesOf(prefix: string): number
  close(): Promise<void>
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** @param bytesPerSecond shared by all connections */
export async function openRelay(port: number, target: string | Answer, bytesPerSecond: number): Promise<Relay> {
  const passed = new Map<string, number>()
  let freeAt = 0

  async function carry(path: string, body: AsyncIterable<Buffer>, response: ServerResponse): Promise<void> {
    for await (const whole of body) {
      for (let from = 0; from < whole.length; from += CHUNK_BYTES) {
        const chunk = whole.subarray(from, from + CHUNK_BYTES)
        const now = performance.now()
        freeAt = Math.max(freeAt, now) + (chunk.length / bytesPerSecond) * 1_000
        if (freeAt - now > 1) await sleep(freeAt - now)
        passed.set(path, (passed.get(path) ?? 0) + chunk.length)
        if (!response.write(chunk)) await drained(response)
        if (response.destroyed) return
      }
    }
    response.end()
  }

  function forward(target: string, incoming: IncomingMessage, response: ServerResponse): void {
    const { hostname, port } = new URL(target)
    const { method, headers, url = '/' } = incoming
    const asked = request({ hostname, port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      response.flushHeaders()
      carry(url, answer, response).catch(() => response.destroy())
    })
    asked.on('error', () => response.destroy())
    response.on('close', () => asked.destroy())
    incoming.pipe(asked)
  }

  const server: Server = createServer((incoming, response) => {
    response.on('error', () => {})
    if (typeof target === 'string') forward(target, incoming, response)
    else target(incoming, throttled(response, incoming.url ?? '/'))
  })

  /** A locally generated answer uses the same limited line. */
  function throttled(response: ServerResponse, path: string): ServerResponse {
    const end = response.end.bind(response)
    response.end = ((body?: Buffer) => {
      if (!body) return end()
      response.end = end as typeof response.end
      carry(path, one(body), response).catch(() => response.destroy())
      return response
    }) as typeof response.end
    return response
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    bytesOf: (prefix) => [...passed].reduce((sum, [path, bytes]) => (path.startsWith(prefix) ? sum + bytes : sum), 0),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Resolves when the response can accept more data, or is closed. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      response.off('drain', over)
      response.off('close', over)
      resolve()
    }
    response.on('drain', over)
    response.on('close', over)
  })
}

async function* one(body: Buffer): AsyncGenerator<Buffer> {
  yield body
}
