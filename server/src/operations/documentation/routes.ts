import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { hasAlready } from '../../platform/http/entity-tag.ts'
import { JSON_TYPE } from '../../platform/http/header-sets.ts'
import { type KeptAnswer, keepAnswer } from '../../platform/http/kept-answer.ts'
import { askerOf } from '../../platform/http/share.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { createDocument } from './document.ts'

/** S44: of one person or network, half a megabyte each where nothing is compressed. */
const PER_CALLER = { atOnce: 20, everyMs: 6_000, names: 10_000 }
/** All people of an organisation together, or all networks of one provider's customer. */
const PER_OWNER = { atOnce: 100, everyMs: 1_200, names: 10_000 }

/** The interface, described for programs. It is the same until another version is installed. */
export function documentationRoutes(api: Api, context: Context): void {
  const https = context.config.publicUrl?.startsWith('https:') ?? false
  const perCaller = createRateLimit(PER_CALLER)
  const perOwner = createRateLimit(PER_OWNER)
  let written: KeptAnswer | undefined
  /** Written when it is asked for first: it takes a fifth of a start. */
  const write = () =>
    keepAnswer(JSON_TYPE, JSON.stringify(createDocument({ cookieName: https ? '__Host-sid' : 'sid' })))

  api.handle('getApiDocument', async ({ caller, request, reply }) => {
    written ??= write()
    // A caller that has it already costs nothing.
    if (!hasAlready(request.headers['if-none-match'], written.tag)) {
      const { of, by } = askerOf(caller, request.ip)
      const now = context.now()
      const waitMs = perCaller.take(by, now) || perOwner.take(of, now)
      if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
    }
    // No secret is in it, so that tools on other sites may read it as well.
    reply.headers({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
    return written.send(request, reply)
  })
}
