import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import type { AccountEvent } from './account-event.ts'
import type { Accounts, SignedIn, Visitor } from './service.ts'
import { deviceCookie, forgottenCookies, letInCookies, profileCookies, sessionCookie } from './session-cookie.ts'

/** @param tell is called afterwards; it must neither wait nor throw, because it must not affect the time of the response */
export function accountRoutes(
  api: Api,
  context: Context,
  accounts: Accounts,
  tell: (event: AccountEvent) => void = () => {},
): void {
  const security = { https: context.config.publicUrl?.startsWith('https:') ?? false }

  const { own, secondFactors } = accounts
  const askerOf = (request: FastifyRequest) => accounts.askerOf(visitorOf(request))

  function letIn(reply: FastifyReply, signedIn: SignedIn): void {
    reply.header('set-cookie', letInCookies(signedIn, security))
  }

  api.handle('signIn', async ({ body, request, reply }) => {
    const outcome = await accounts.signIn(body, visitorOf(request)).catch((error) => {
      if (error instanceof AppError) {
        const { email } = body
        tell({ kind: 'sign-in-refused', email, userId: undefined, code: error.code, address: request.ip })
      }
      throw error
    })
    if ('pending' in outcome) return { secondFactor: outcome }
    letIn(reply, outcome)
    tell({ kind: 'signed-in', email: outcome.session.email, userId: undefined })
    return outcome.session
  })

  api.handle('finishSignIn', async ({ body, request, reply }) => {
    const signedIn = await accounts.finishSignIn(body, visitorOf(request))
    letIn(reply, signedIn)
    tell({ kind: 'signed-in', email: signedIn.session.email, userId: undefined })
    return signedIn.session
  })

  api.handle('signUp', async ({ body, request, reply }) => {
    const { signedIn, sendMail } = await accounts.signUp(body, visitorOf(request))
    // After the response, as for password resets.
    if (sendMail) reply.raw.once('close', sendMail)
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

  api.handle('signOut', async ({ caller, request, reply }) => {
    await accounts.signOut(request.headers.cookie)
    if (caller) tell({ kind: 'signed-out', email: caller.email, userId: caller.userId })
    reply.header('set-cookie', forgottenCookies(security))
    return undefined
  })

  api.handle('getPasswordResets', async () => ({
    byMail: context.mailer.enabled,
    contact: context.config.contact ?? null,
  }))

  api.handle('requestPasswordReset', async ({ body, request, reply }) => {
    const sendMail = await accounts.resets.request(body.email, askerOf(request))
    // After the response, so that its time reveals nothing about the address.
    reply.raw.once('close', sendMail)
    return undefined
  })

  api.handle('completePasswordReset', async ({ body, request, reply }) => {
    reply.header('set-cookie', deviceCookie(await accounts.completeReset(body, visitorOf(request)), security))
    return undefined
  })

  api.handle('getAccount', ({ caller }) => own.get(caller))

  api.handle('changePassword', async ({ caller, body, request, reply }) => {
    const ticket = await own.changePassword(caller, body, askerOf(request))
    tell({ kind: 'password-changed', email: caller.email, userId: caller.userId })
    reply.header('set-cookie', sessionCookie(ticket.secret, ticket.maxAgeSeconds, security))
    return undefined
  })

  api.handle('listSessions', ({ caller }) => own.listSessions(caller))

  api.handle('removeSession', async ({ caller, params }) => {
    await own.removeSession(caller, params.sessionId)
    return undefined
  })

  api.handle('removeOtherSessions', async ({ caller }) => {
    await own.removeOtherSessions(caller)
    return undefined
  })

  api.handle('beginSecondFactor', ({ caller, body, request }) =>
    secondFactors.begin(caller, body.password, askerOf(request)),
  )

  api.handle('confirmSecondFactor', async ({ caller, body, request }) => {
    const recoveryCodes = await secondFactors.confirm(caller, body, askerOf(request))
    tell({ kind: 'second-factor-on', email: caller.email, userId: caller.userId })
    return { recoveryCodes }
  })

  api.handle('removeSecondFactor', async ({ caller, body, request }) => {
    await secondFactors.removeByCode(caller, body, askerOf(request))
    tell({ kind: 'second-factor-off', email: caller.email, userId: caller.userId })
    return undefined
  })
}

export function visitorOf(request: FastifyRequest): Visitor {
  return { cookie: request.headers.cookie, address: request.ip, userAgent: request.headers['user-agent'] }
}
