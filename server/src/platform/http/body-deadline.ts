import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const CHECK_MS = 1_000
/** A command is a few hundred bytes: who takes longer is holding the connection, not sending. */
const WHOLE_BODY_MS = 10_000
/** A picture over a bad link may take minutes, as long as something arrives. */
const NO_PROGRESS_MS = 30_000

/** `whole`: all of the body within 10 s. `progress`: never 30 s without a byte. */
export type BodyPace = 'whole' | 'progress'

/**
 * Holds a request to the pace of its body, whatever becomes of it: one that was refused at its head still has a body on the
 * way. Node's own limit is one for all requests, too short for an upload or too long for a command.
 *
 * A late body is answered with `request-timeout`, or, when the answer was given already, with the end of the connection.
 */
export function limitBody(request: FastifyRequest, reply: FastifyReply, pace: BodyPace): void {
  const { raw } = request
  if (!announcesBody(raw.headers)) return
  const { socket } = raw
  let seenBytes = socket.bytesRead
  let deadline = performance.now() + (pace === 'whole' ? WHOLE_BODY_MS : NO_PROGRESS_MS)
  const timer = setInterval(() => {
    if (pace === 'progress' && socket.bytesRead > seenBytes) {
      seenBytes = socket.bytesRead
      deadline = performance.now() + NO_PROGRESS_MS
    }
    if (isWhole(raw) || socket.destroyed) clearInterval(timer)
    else if (performance.now() > deadline) {
      clearInterval(timer)
      if (reply.sent) socket.destroy()
      else {
        reply.raw.once('close', () => socket.destroy())
        reply.header('connection', 'close').send(new AppError('request-timeout'))
      }
    }
  }, CHECK_MS)
  // The common case: there is nothing more to look at.
  reply.raw.once('close', () => {
    if (isWhole(raw)) clearInterval(timer)
  })
}

/** Read to its end, or arrived although nobody reads it. */
function isWhole(raw: IncomingMessage): boolean {
  return raw.complete || raw.readableEnded
}

function announcesBody(headers: FastifyRequest['headers']): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return encoding !== undefined || (length !== undefined && length !== '0')
}

/**
 * True for the error of a request whose sender has gone before all of it was here, or before its answer could be sent: nobody
 * is left to be told.
 */
export function isGivenUp(error: unknown, { raw }: FastifyRequest): boolean {
  const hasGone = raw.socket.destroyed || (raw.destroyed && !raw.complete)
  return hasGone && error instanceof Error && 'code' in error && GIVEN_UP.has(error.code)
}

const GIVEN_UP: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'])
