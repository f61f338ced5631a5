import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

const taken = new WeakSet<Socket>()

/** A socket that is no longer a line of requests and answers: nothing of HTTP may be written to it. */
export function isTakenOver(socket: Socket): boolean {
  return taken.has(socket)
}

/**
 * Tells whether the answer to this request is the next one on its connection. `takeTurn` has seen to that; an answer that was not
 * counted there would end the process here.
 */
export function isNextToAnswer(request: FastifyRequest, reply: FastifyReply): boolean {
  return reply.raw.socket === request.raw.socket
}

/**
 * Makes the answer to a request for a stream the last one on its connection: what arrives behind it is read and dropped. While it
 * waits for the database, hundreds behind it would else be parsed, to be given up with it.
 *
 * Not in the middle of its packet: its body may let other code run while the rest is still to be parsed, and until then this
 * request is the one to answer, and those behind it queue. Their answers wait for a turn that does not come.
 */
export async function endWith(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { socket } = request.raw
  reply.header('connection', 'close')
  await setImmediate()
  // Node's only listener is its way to the parser. One of another's makes it stop reading past the socket.
  socket.removeAllListeners('data')
  socket.on('data', drop)
  // Paused while answers to earlier requests waited, it would never hear that the other end has gone.
  socket.resume()
}

/**
 * Takes the socket away from HTTP, for whoever writes to it from here on: the request counts as answered. The parser must not see
 * what arrives, and `endWith` has seen to that. Node still holds the first request as the one to answer, so the answer to a second
 * one, even the 400 that Node gives by itself, fails an assertion inside Node and ends the process.
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
