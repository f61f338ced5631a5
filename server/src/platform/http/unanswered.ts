import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies wait for each answer; a program that does not may be ahead by a few. */
const MAX_UNANSWERED = 32

/** Of a connection: how many of its requests wait for their answer, and the end of the newest of those. */
type Unanswered = { count: number; newestEnds: Promise<void> }
const unanswered = new WeakMap<Socket, Unanswered>()

/** True while a connection waits for an answer. */
export function isWaiting(socket: Socket): boolean {
  return (unanswered.get(socket)?.count ?? 0) > 0
}

/**
 * Counts a request as one that its connection waits for, until it is answered. Its answer is sent after those before it, and so
 * it is carried out after them: 64 KiB that Node has read already are a thousand requests.
 *
 * @returns once it is its turn; false when the connection had enough of them: it is over, and nothing may be done for the request
 */
export function takeTurn({ socket }: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
  if (socket.destroyed) return false
  const before = unanswered.get(socket)
  const count = (before?.count ?? 0) + 1
  if (count > MAX_UNANSWERED) {
    socket.destroy()
    return false
  }
  const newestEnds = new Promise<void>((resolve) => {
    response.once('close', () => {
      const state = unanswered.get(socket)
      if (state) state.count -= 1
      resolve()
    })
  })
  unanswered.set(socket, { count, newestEnds })
  return before && count > 1 ? before.newestEnds.then(() => !socket.destroyed) : true
}
