import type { FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'

/** Aborted when whoever asked has closed the connection before the answer. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort(new AppError('unavailable', { retryAfterSeconds: 1 }))
  })
  return gone.signal
}
