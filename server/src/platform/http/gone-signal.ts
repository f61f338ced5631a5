import type { FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'

/** A signal that aborts when the client closes the connection before the answer is complete. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort(new AppError('unavailable', { retryAfterSeconds: 1 }))
  })
  return gone.signal
}
