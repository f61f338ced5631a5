import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers and proxies wait for each answer; a program that does not has a few under way. */
const MAX_UNANSWERED = 32
const unanswered = new WeakMap<Socket, number>()

/**
 * Counts a request as one that its connection waits for, until it is answered. Node reads no further while answers wait to be
 * taken, but 64 KiB that it has read already are a thousand requests, and all of them are carried out at once.
 *
 * @returns false when the connection had enough of them: it is over, and nothing may be done for the request
 */
export function takeTurn(request: FastifyRequest, reply: FastifyReply): boolean {
  const { socket } = request.raw
  if (socket.destroyed) return false
  const count = (unanswered.get(socket) ?? 0) + 1
  if (count > MAX_UNANSWERED) {
    socket.destroy()
    return false
  }
  unanswered.set(socket, count)
  reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
  return true
}
