import { type AccountEvent, letInCookies } from '../../people/accounts/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Setup } from './service.ts'

/** @param tell called afterwards. It must neither wait nor throw */
export function setupRoutes(api: Api, context: Context, setup: Setup, tell: (event: AccountEvent) => void): void {
  const security = { https: context.config.publicUrl?.startsWith('https:') ?? false }

  api.handle('readSetup', ({ body, request }) => setup.read(body.token, { address: request.ip }))

  api.handle('finishSetup', async ({ body, request, reply }) => {
    const { cookie, 'user-agent': userAgent } = request.headers
    const signedIn = await setup.finish(body, { cookie, address: request.ip, userAgent })
    reply.header('set-cookie', letInCookies(signedIn, security))
    tell({ kind: 'signed-in', email: signedIn.session.email, userId: undefined })
    return signedIn.session
  })
}
