import type { Context } from '../platform/context.ts'
import type { Api } from '../platform/http/api.ts'
import type { Accounts } from './service.ts'
import { deviceCookie, forgottenCookies, profileCookies, sessionCookie } from './session-cookie.ts'

export function accountRoutes(api: Api, context: Context, accounts: Accounts): void {
  const security = { https: context.config.publicUrl?.startsWith('https:') ?? false }

  api.handle('signIn', async ({ body, request, reply }) => {
    const { session, ticket, device } = await accounts.signIn(body, {
      cookie: request.headers.cookie,
      address: request.ip,
      userAgent: request.headers['user-agent'],
    })
    reply.header('set-cookie', [
      sessionCookie(ticket.secret, ticket.maxAgeSeconds, security),
      ...profileCookies(session.profile, ticket.maxAgeSeconds, security),
      deviceCookie(device, security),
    ])
    return session
  })

  api.handle('getSession', async ({ caller, request, reply }) => {
    const session = await accounts.getSession(caller)
    const ticket = await accounts.renew(request.headers.cookie)
    if (ticket) {
      reply.header('set-cookie', [
        sessionCookie(ticket.secret, ticket.maxAgeSeconds, security),
        ...profileCookies(session.profile, ticket.maxAgeSeconds, security),
      ])
    }
    return session
  })

  api.handle('signOut', async ({ request, reply }) => {
    await accounts.signOut(request.headers.cookie)
    reply.header('set-cookie', forgottenCookies(security))
    return undefined
  })
}
