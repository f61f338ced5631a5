import type { FastifyReply } from 'fastify'

/**
 * One server-sent event. The data is JSON on one line, so nothing that anybody typed can begin another field.
 *
 * @param event its name; comments and unnamed events never reach a page's listeners by name
 * @param id what a returning listener gives back as Last-Event-ID
 */
export function frameOf(event: string, data: unknown, id?: number): Buffer {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return Buffer.from(`event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`)
}

/** The head of an answer that ends with the connection and not before it, so that it needs neither a length nor chunks. */
export function eventStreamHead(reply: FastifyReply): Buffer {
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // nginx would otherwise collect events until its buffer is full.
    'x-accel-buffering': 'no',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`, 'latin1')
}
