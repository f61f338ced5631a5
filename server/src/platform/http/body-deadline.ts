import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const CHECK_MS = 1_000
/** A command is a few hundred bytes. A client that takes longer is holding the connection open. */
const WHOLE_BODY_MS = 10_000
/** A picture over a slow connection may take minutes, as long as bytes keep arriving. */
const NO_PROGRESS_MS = 30_000

/** `whole`: the complete body within 10 s. `progress`: never 30 s without a byte. */
export type BodyPace = 'whole' | 'progress'

/**
 * Enforces the pace of a request's body, also after the request was refused by its head, because its body may still be arriving. Node has
 * one limit for all requests, which is too short for an upload or too long for a command.
 *
 * A late body is answered with `request-timeout`. If the answer was already sent, the connection is closed.
 */
export function limitBody(request: FastifyRequest, reply: FastifyReply, pace: BodyPace): void {
  const { raw } = request
  if (!announcesBody(raw.headers)) return
  const { socket } = raw
  // A call from inside this process (call-inside.ts) has no connection. Its body is here already.
  if (!(socket instanceof Socket)) return
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
  // The common case: nothing is left to watch.
  reply.raw.once('close', () => {
    if (isWhole(raw)) clearInterval(timer)
  })
}

/** True when the body was read to its end, or has arrived without being read. */
function isWhole(raw: IncomingMessage): boolean {
  return raw.complete || raw.readableEnded
}

function announcesBody(headers: FastifyRequest['headers']): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return encoding !== undefined || (length !== undefined && length !== '0')
}

/**
 * True for the error of a request whose sender disconnected before the request was complete or its answer was sent. Nobody is left to
 * answer.
 */
export function isGivenUp(error: unknown, { raw }: FastifyRequest): boolean {
  const hasGone = raw.socket.destroyed || (raw.destroyed && !raw.complete)
  return hasGone && error instanceof Error && 'code' in error && GIVEN_UP.has(error.code)
}

const GIVEN_UP: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'])
