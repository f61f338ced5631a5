import { SIGN_ON_CALLBACK_PATH, signOnPath } from '@placard/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { AccountEvent } from '../account-event.ts'
import { visitorOf } from '../routes.ts'
import type { Accounts } from '../service.ts'
import { letInCookies, signOnCookie } from '../session-cookie.ts'

/** @param tell as in `accountRoutes` */
export function singleSignOnRoutes(
  http: FastifyInstance,
  api: Api,
  context: Context,
  { singleSignOn }: Accounts,
  tell: (event: AccountEvent) => void,
): void {
  const security = { https: context.config.publicUrl?.startsWith('https:') ?? false }

  api.handle('getSingleSignOn', async () => ({ name: singleSignOn.name }))

  // A POST from this site's page, so that other sites cannot begin a sign-in.
  api.handle('startSingleSignOn', async ({ body, request, reply }) => {
    const { url, secret } = await singleSignOn.start(body, visitorOf(request))
    reply.header('set-cookie', signOnCookie(secret, security))
    return { url }
  })

  if (singleSignOn.name === null) return
  // No HEAD route, which would use up the attempt.
  http.get(SIGN_ON_CALLBACK_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const { search } = new URL(request.url, 'http://localhost')
    const { outcome, begun, signedIn, email, isOver } = await singleSignOn.finish(
      new URLSearchParams(search),
      visitorOf(request),
    )
    if (signedIn) tell({ kind: 'signed-in', email: signedIn.session.email, userId: undefined })
    if (outcome.status === 'refused' && email !== undefined) {
      tell({ kind: 'sign-in-refused', email, userId: undefined, code: outcome.code, address: request.ip })
    }
    reply.header('set-cookie', [
      ...(isOver ? [signOnCookie('', security)] : []),
      ...(signedIn ? letInCookies(signedIn, security) : []),
    ])
    // The requested address contains the code.
    reply.header('referrer-policy', 'no-referrer')
    return reply.redirect(signOnPath(outcome, begun), 303)
  })
}
