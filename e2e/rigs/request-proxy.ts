import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { listenOnAnyPort } from './listen-on-any-port.ts'

/** The fault of one request. */
export type RequestFault =
  /** A captive portal: a page with terms to accept instead of any answer. */
  | { type: 'captive' }
  /** The connection ends after this many bytes of the body. */
  | { type: 'cut'; afterBytes: number }
  /** The connection is closed without an answer. */
  | { type: 'down' }
  /** The request is accepted and never answered. */
  | { type: 'silence' }
  /** The answer is held back until it is complete, as by intermediaries that do not support streams. */
  | { type: 'hold' }
  | { type: 'answer'; status: number; contentType: string; body: string | Buffer }

export type Passed = { path: string; range: string | undefined; destination: string; bytes: number }

/** An HTTP proxy between a browser and a server, with faults and a list of the requests that passed. */
export type RequestProxy = {
  url: string
  /** The port on all interfaces, for addresses that are not a secure context. */
  port: number
  /** Chooses the fault of a request; undefined lets it pass. */
  fault: (request: IncomingMessage) => RequestFault | undefined
  passed: Passed[]
  close(): Promise<void>
}

const CAPTIVE = '<!doctype html><title>Welcome</title><p>Accept our terms</p>'

export async function launchRequestProxy(target: string): Promise<RequestProxy> {
  const server = createServer((incoming, outgoing) => {
    const fault = proxy.fault(incoming)
    switch (fault?.type) {
      case 'captive':
        outgoing.writeHead(200, { 'content-type': 'text/html' }).end(CAPTIVE)
        return
      case 'down':
        incoming.socket.destroy()
        return
      case 'silence':
        return
      case 'answer':
        outgoing.writeHead(fault.status, { 'content-type': fault.contentType, 'cache-control': 'no-cache' })
        outgoing.end(fault.body)
        return
      case 'cut':
        pass(incoming, outgoing, fault.afterBytes)
        return
      case 'hold':
        outgoing.cork()
        pass(incoming, outgoing, Number.POSITIVE_INFINITY)
        return
      case undefined:
        pass(incoming, outgoing, Number.POSITIVE_INFINITY)
    }
  })

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, limit: number): void {
    const { url: path = '/', method, headers } = incoming
    const seen: Passed = {
      path,
      range: headers.range,
      destination: String(headers['sec-fetch-dest'] ?? ''),
      bytes: 0,
    }
    proxy.passed.push(seen)
    const onward = request(new URL(path, target), { method, headers: { ...headers, host: new URL(target).host } })
    onward.on('response', (answer) => {
      // Otherwise the browser's own cache would have files that the player did not store.
      const cacheControl = path.startsWith('/media/') ? { 'cache-control': 'no-store' } : {}
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...cacheControl })
      answer.on('data', (chunk: Buffer) => {
        const left = limit - seen.bytes
        seen.bytes += Math.min(chunk.length, left)
        if (chunk.length < left) {
          outgoing.write(chunk)
        } else {
          outgoing.write(chunk.subarray(0, left))
          answer.removeAllListeners('data')
          answer.destroy()
          // Closed only when the sent bytes have arrived, because a reset at once would discard them at the receiver.
          setTimeout(() => outgoing.destroy(), 150)
        }
      })
      answer.on('end', () => outgoing.end())
      answer.on('error', () => outgoing.destroy())
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }

  const { port, close } = await listenOnAnyPort(server)
  const proxy: RequestProxy = {
    url: `http://localhost:${port}`,
    port,
    fault: () => undefined,
    passed: [],
    close,
  }
  return proxy
}

/** Also ends open connections, because an open stream would continue past the fault. */
export function everything(fault: RequestFault): RequestProxy['fault'] {
  return () => fault
}
