import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies wait for each answer. A program that pipelines may be ahead by a few requests. */
const MAX_UNANSWERED = 32

/** For a connection: the number of requests that wait for their answer, and the end of the newest of them. */
type Unanswered = { count: number; newestEnds: Promise<void> }
const unanswered = new WeakMap<Socket, Unanswered>()

/** True while a connection waits for an answer. */
export function isWaiting(socket: Socket): boolean {
  return (unanswered.get(socket)?.count ?? 0) > 0
}

/**
 * Counts a request as waiting on its connection until it is answered. Requests of one connection are processed one after another, in the
 * order of their answers: the 64 KiB that Node may have read already hold a thousand requests.
 *
 * @returns true when it is the request's turn. false when the connection had too many waiting requests or was closed: nothing may be done
 * for the request
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
