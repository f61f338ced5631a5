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
 * Makes the answer to this request the last one on its connection: what arrives behind it is read and dropped. A stream that waits
 * for the database would else have hundreds of requests behind it parsed, to be given up with it.
 */
export async function endWith(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { socket } = request.raw
  reply.header('connection', 'close')
  await setImmediate()
  if (!socket.destroyed) dropData(socket)
}

/**
 * Takes the socket away from HTTP, for whoever writes to it from here on: the request counts as answered, and whatever else
 * arrives is read and dropped. The parser must not see it. Node still holds the first request as the one to answer, so the
 * answer to a second one, even the 400 that Node gives by itself, fails an assertion inside Node and ends the process.
 *
 * The answer must be the next one (`isNextToAnswer`). What came in the same packet as the request may have been parsed
 * already: its answer waits for a turn that does not come, and goes with the connection.
 */
export async function takeOver(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { socket } = request.raw
  taken.add(socket)
  reply.hijack()
  // Before anybody else has a turn, who may set one of their own.
  socket.setTimeout(0)
  // A request's body lets other code run while the rest of its packet is still to be parsed. Not in the middle of that: until
  // then this request is the one to answer, and those behind it queue.
  await setImmediate()
  reply.raw.detachSocket(socket)
  dropData(socket)
  // Paused while answers to earlier requests waited, it would never hear that the other end has gone.
  socket.resume()
}

function dropData(socket: Socket): void {
  // Node's only listener is its way to the parser. One of another's makes it stop reading past the socket.
  socket.removeAllListeners('data')
  socket.on('data', drop)
}

function drop(): void {}
