import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../platform/context.ts'
import type { Api } from '../platform/http/api.ts'
import type { Accounts, SignedIn, Visitor } from './service.ts'
import { deviceCookie, forgottenCookies, profileCookies, sessionCookie } from './session-cookie.ts'

export function accountRoutes(api: Api, context: Context, accounts: Accounts): void {
  const security = { https: context.config.publicUrl?.startsWith('https:') ?? false }

  function letIn(reply: FastifyReply, { session, ticket, device }: SignedIn): void {
    reply.header('set-cookie', [
      sessionCookie(ticket.secret, ticket.maxAgeSeconds, security),
      ...profileCookies(session.profile, ticket.maxAgeSeconds, security),
      deviceCookie(device, security),
    ])
  }

  api.handle('signIn', async ({ body, request, reply }) => {
    const signedIn = await accounts.signIn(body, visitorOf(request))
    letIn(reply, signedIn)
    return signedIn.session
  })

  api.handle('signUp', async ({ body, request, reply }) => {
    const signedIn = await accounts.signUp(body, visitorOf(request))
    if (signedIn) letIn(reply, signedIn)
    return { session: signedIn?.session ?? null }
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

function visitorOf(request: FastifyRequest): Visitor {
  return { cookie: request.headers.cookie, address: request.ip, userAgent: request.headers['user-agent'] }
}
