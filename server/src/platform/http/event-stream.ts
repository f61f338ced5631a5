import type { FastifyReply } from 'fastify'

/**
 * One server-sent event. The data is JSON on one line, so user input cannot start another field.
 *
 * @param event its name. Comments and unnamed events do not reach listeners for a name
 * @param id sent back by a reconnecting listener as Last-Event-ID
 */
export function frameOf(event: string, data: unknown, id?: number): Buffer {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return Buffer.from(`event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`)
}

/** The head of an answer that ends only with the connection, so it needs neither a length nor chunked encoding. */
export function eventStreamHead(reply: FastifyReply): Buffer {
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Otherwise nginx would buffer events.
    'x-accel-buffering': 'no',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`, 'latin1')
}
