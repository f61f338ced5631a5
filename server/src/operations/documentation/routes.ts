import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { hasAlready } from '../../platform/http/entity-tag.ts'
import { JSON_TYPE } from '../../platform/http/header-sets.ts'
import { type KeptAnswer, keepAnswer } from '../../platform/http/kept-answer.ts'
import { askerOf } from '../../platform/http/share.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { createDocument } from './document.ts'

/** S44: limit per person or network. Without compression each answer has half a megabyte. */
const PER_CALLER = { atOnce: 20, everyMs: 6_000, names: 10_000 }
/** Limit of all people of an organisation, or all networks of one customer of an internet provider. */
const PER_OWNER = { atOnce: 100, everyMs: 1_200, names: 10_000 }

/** Serves the OpenAPI description of the API. It stays the same until another version is installed. */
export function documentationRoutes(api: Api, context: Context): void {
  const https = context.config.publicUrl?.startsWith('https:') ?? false
  const perCaller = createRateLimit(PER_CALLER)
  const perOwner = createRateLimit(PER_OWNER)
  let written: KeptAnswer | undefined
  /** Created at the first request, because it takes a fifth of the time of a start. */
  const write = () =>
    keepAnswer(JSON_TYPE, JSON.stringify(createDocument({ cookieName: https ? '__Host-sid' : 'sid' })))

  api.handle('getApiDocument', async ({ caller, request, reply }) => {
    written ??= write()
    // A caller that has the current version is not counted.
    if (!hasAlready(request.headers['if-none-match'], written.tag)) {
      const { of, by } = askerOf(caller, request.ip)
      const now = context.now()
      const waitMs = perCaller.take(by, now) || perOwner.take(of, now)
      if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
    }
    // It contains no secret, so tools on other sites may read it.
    reply.headers({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
    return written.send(request, reply)
  })
}
