import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type ErrorCode, type ErrorEnvelope, problemOf } from '@placard/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { AppError, fromSystemError } from '../errors.ts'
import { networkOf } from '../network.ts'
import { createRateLimit } from '../rate-limit.ts'
import { isGivenUp } from './body-deadline.ts'
import { headersOf, JSON_TYPE } from './header-sets.ts'

/** The response body of every failure. */
export function envelopeOf(error: AppError, requestId: string): ErrorEnvelope {
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(error.field === undefined ? {} : { field: error.field }),
      ...(error.current === undefined ? {} : { current: error.current }),
      ...(error.role === undefined ? {} : { role: error.role }),
      ...(error.display === undefined ? {} : { display: error.display }),
    },
    requestId,
  }
}

/** Converts any error into one of the contract's failures. An unexpected error becomes `internal`, and its details go only to the log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ZodError) {
    const { code, field } = problemOf(error)
    return new AppError(code, { field })
  }
  const system = fromSystemError(error)
  if (system) return system
  const { code, statusCode } = error as Partial<FastifyError>
  const ours = (code && FASTIFY_CODES[code]) || (statusCode && STATUSES[statusCode])
  return new AppError(ours || 'internal', { cause: error })
}

/**
 * Delay before certain refusals are answered, in milliseconds. A program that retries at once would otherwise use all of the processor. A
 * person does not notice the delay.
 */
const LATER_MS = 250
/** Each delayed refusal holds its request in memory. Beyond this number, refusals are answered at once. */
export const ANSWERED_LATER_AT_MOST = 1_000
/** Refusals for how often a client asks. These are always delayed. */
const ANSWERED_LATER: ReadonlySet<ErrorCode> = new Set(['too-many-requests', 'too-many-uploads', 'too-many-streams'])
/**
 * Any other refusal is answered at once, up to a first number per network. After that, one per interval is answered at once and the rest
 * are delayed.
 */
const REFUSAL_EVERY_MS = 50
const REMEMBERED_NETWORKS = 10_000

/**
 * @param options.https as in `headersOf`
 * @param options.refusalsAtOnce as in the configuration
 * @param later resolves when a delayed refusal may be answered
 */
export function createErrorAnswer(
  options: { https: boolean; refusalsAtOnce: number },
  later: () => Promise<void> = () => sleep(LATER_MS),
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply {
  let waiting = 0
  const refusals = createRateLimit({
    atOnce: options.refusalsAtOnce,
    everyMs: REFUSAL_EVERY_MS,
    names: REMEMBERED_NETWORKS,
  })
  return (error, request, reply) => {
    const failure = isGivenUp(error, request) ? new AppError('bad-request', { cause: error }) : toAppError(error)
    const status = ERRORS[failure.code]
    if (status >= 500 && !failure.isCounted) request.log.error({ err: error }, failure.code)
    // A failure is JSON that must not be cached or framed, whatever headers the route set for its successes.
    for (const name of Object.keys(reply.getHeaders())) if (!KEPT.has(name)) reply.removeHeader(name)
    reply.headers(headersOf('api', options))
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds))
    if (failure.code === 'invalid-token') reply.header('www-authenticate', 'Bearer error="invalid_token"')
    reply.code(status).type(JSON_TYPE)
    const answer = () => reply.send(JSON.stringify(envelopeOf(failure, request.id)))
    const isHasty = ANSWERED_LATER.has(failure.code) || refusals.take(networkOf(request.ip), performance.now()) > 0
    if (!isHasty || waiting >= ANSWERED_LATER_AT_MOST) return answer()
    waiting += 1
    return later().then(() => {
      waiting -= 1
      return answer()
    })
  }
}

/** Headers that a failure keeps: the methods (required by RFC 9110), the version of tus, and the end of the connection. */
const KEPT = new Set(['allow', 'connection', 'tus-resumable', 'tus-version'])

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad-request',
  FST_ERR_MAX_PARAM_LENGTH: 'address-too-long',
  FST_ERR_BAD_URL: 'bad-request',
}

const STATUSES: Record<number, ErrorCode> = {
  400: 'bad-request',
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'request-timeout',
  413: 'body-too-large',
  414: 'address-too-long',
  415: 'unsupported-media-type',
  431: 'headers-too-large',
  503: 'unavailable',
}
