import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { retryAfterSeconds } from '../retry-after.ts'
import { isNextToAnswer, takeOver } from './take-over.ts'

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
function eventStreamHead(reply: FastifyReply): Buffer {
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

/** A place for a stream among all that the server has room for. */
export type StreamPlace = { taken: true; leave(): void } | { taken: false }

/**
 * Checks that a request can become a stream. A stream does not end, so earlier requests on the connection must be answered first. A
 * closed connection no longer has an address. @throws AppError bad-request
 */
export function requireNext(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.socket.destroyed || !isNextToAnswer(request, reply)) throw new AppError('bad-request')
}

/**
 * Turns a request into a stream, and takes over its socket. A response object of Node for each of ten thousand listeners would take
 * more memory than everything else that they need, and would frame each event as a chunk.
 *
 * @param place for the stream. It is left when the stream ends
 * @param join makes the socket a listener, and writes the head. The place is left if it fails
 * @throws AppError too-many-streams
 */
export async function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  place: StreamPlace,
  join: (socket: Socket, head: Buffer) => Promise<void>,
): Promise<FastifyReply> {
  if (!place.taken) {
    throw new AppError('too-many-streams', { retryAfterSeconds: retryAfterSeconds(), isCounted: true })
  }
  const { socket } = request.raw
  try {
    await join(socket, eventStreamHead(reply))
  } catch (error) {
    place.leave()
    throw error
  }
  if (socket.destroyed) place.leave()
  else socket.once('close', place.leave)
  takeOver(request, reply)
  socket.setNoDelay(true)
  socket.setKeepAlive(true, 30_000)
  return reply
}
