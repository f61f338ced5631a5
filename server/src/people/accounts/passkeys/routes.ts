import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import { listeningAt } from '../../../platform/http/pages.ts'
import type { AccountEvent } from '../account-event.ts'
import { visitorOf } from '../routes.ts'
import type { Accounts } from '../service.ts'
import { letInCookies } from '../session-cookie.ts'
import { type RelyingParty, relyingPartyOf } from './service.ts'

/** @param tell as in `accountRoutes` */
export function passkeyRoutes(
  api: Api,
  context: Context,
  { passkeys, askerOf: askerOfVisitor }: Accounts,
  tell: (event: AccountEvent) => void,
): void {
  const { publicUrl } = context.config
  const security = { https: publicUrl?.startsWith('https:') ?? false }
  const askerOf = (request: FastifyRequest) => askerOfVisitor(visitorOf(request))
  const partyOf = (request: FastifyRequest): RelyingParty | undefined =>
    relyingPartyOf(publicUrl, request.headers.host, listeningAt(request))

  api.handle('startPasskeySignIn', async ({ request }) => passkeys.startSignIn(partyOf(request)))

  api.handle('signInByPasskey', async ({ body, request, reply }) => {
    const signedIn = await passkeys.signIn(body, visitorOf(request), partyOf(request))
    reply.header('set-cookie', letInCookies(signedIn, security))
    tell({ kind: 'signed-in', email: signedIn.session.email, userId: undefined })
    return signedIn.session
  })

  api.handle('startPasskeyStep', ({ body, request }) => passkeys.startStep(body.pending, partyOf(request)))

  api.handle('finishSignInByPasskey', async ({ body, request, reply }) => {
    const signedIn = await passkeys.finishStep(body, visitorOf(request), partyOf(request))
    reply.header('set-cookie', letInCookies(signedIn, security))
    tell({ kind: 'signed-in', email: signedIn.session.email, userId: undefined })
    return signedIn.session
  })

  api.handle('listPasskeys', ({ caller }) => passkeys.list(caller))

  api.handle('startPasskey', ({ caller, body, request }) =>
    passkeys.start(caller, body.password, askerOf(request), partyOf(request)),
  )

  api.handle('createPasskey', async ({ caller, body, request }) => {
    const passkey = await passkeys.create(caller, body, partyOf(request))
    tell({ kind: 'passkey-added', email: caller.email, userId: caller.userId })
    return passkey
  })

  api.handle('renamePasskey', ({ caller, params, body }) => passkeys.rename(caller, params.passkeyId, body.name))

  api.handle('removePasskey', async ({ caller, params, body, request }) => {
    await passkeys.remove(caller, params.passkeyId, body.password, askerOf(request))
    tell({ kind: 'passkey-removed', email: caller.email, userId: caller.userId })
    return undefined
  })

  api.handle('turnSecondFactorOnByPasskey', async ({ caller, body, request }) => {
    const recoveryCodes = await passkeys.turnSecondFactorOn(caller, body.password, askerOf(request))
    tell({ kind: 'second-factor-on', email: caller.email, userId: caller.userId })
    return { recoveryCodes }
  })

  api.handle('startPasskeyProof', ({ caller, request }) => passkeys.startProof(caller, partyOf(request)))

  api.handle('removeSecondFactorByPasskey', async ({ caller, body, request }) => {
    await passkeys.removeSecondFactor(caller, body, askerOf(request), partyOf(request))
    tell({ kind: 'second-factor-off', email: caller.email, userId: caller.userId })
    return undefined
  })
}
