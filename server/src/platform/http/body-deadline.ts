import type { IncomingMessage } from 'node:http'

const CHECK_MS = 1_000
/** A command is a few hundred bytes: who takes longer is holding the connection, not sending. */
const WHOLE_BODY_MS = 10_000
/** A picture over a bad link may take minutes, as long as something arrives. */
const NO_PROGRESS_MS = 30_000

/**
 * Node's own limit is one for all requests, too short for an upload or too long for a command, so it is kept here.
 *
 * @param kind `whole`: all of it within 10 s. `progress`: never 30 s without a byte.
 * @param onLate called once when the body is late
 * @returns stops watching; to be called when the body is there
 */
export function watchBody(request: IncomingMessage, kind: 'whole' | 'progress', onLate: () => void): () => void {
  const { socket } = request
  let seenBytes = socket.bytesRead
  let deadline = performance.now() + (kind === 'whole' ? WHOLE_BODY_MS : NO_PROGRESS_MS)
  const timer = setInterval(() => {
    if (kind === 'progress' && socket.bytesRead > seenBytes) {
      seenBytes = socket.bytesRead
      deadline = performance.now() + NO_PROGRESS_MS
    }
    if (request.complete || socket.destroyed) clearInterval(timer)
    else if (performance.now() > deadline) {
      clearInterval(timer)
      onLate()
    }
  }, CHECK_MS)
  return () => clearInterval(timer)
}
