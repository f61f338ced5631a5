import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

const taken = new WeakSet<Socket>()

/** True for a socket that no longer carries HTTP. Nothing of HTTP may be written to it. */
export function isTakenOver(socket: Socket): boolean {
  return taken.has(socket)
}

/**
 * True when the answer to this request is the next one on its connection. `takeTurn` ensures that. An answer that was not counted there
 * would end the process here.
 */
export function isNextToAnswer(request: FastifyRequest, reply: FastifyReply): boolean {
  return reply.raw.socket === request.raw.socket
}

/**
 * Makes the answer to a request for a stream the last one on its connection: later requests are read and dropped. Otherwise hundreds of
 * them could be parsed while this one waits for the database, only to be discarded.
 *
 * It waits for the end of the current packet: while the packet is being parsed, its body may let other code run, and this request stays
 * the one to answer. Requests behind it are queued, and their turn never comes.
 */
export async function endWith(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { socket } = request.raw
  reply.header('connection', 'close')
  await setImmediate()
  // Node's only listener passes the data to the parser. A second listener makes Node stop reading past the socket.
  socket.removeAllListeners('data')
  socket.on('data', drop)
  // A socket that was paused while earlier answers waited would not notice that the client has disconnected.
  socket.resume()
}

/**
 * Detaches the socket from HTTP, so that the caller can write to it. The request counts as answered. The parser must not see later data,
 * which `endWith` ensures: Node still treats the first request as the one to answer, so an answer to a second one, even Node's own 400,
 * fails an assertion inside Node and ends the process.
 *
 * The answer must be the next one (`isNextToAnswer`).
 */
export function takeOver(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw
  taken.add(socket)
  reply.hijack()
  socket.setTimeout(0)
  reply.raw.detachSocket(socket)
}

function drop(): void {}
