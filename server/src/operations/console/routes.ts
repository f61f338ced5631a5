import { providerOf } from '../../content/activity/service.ts'
import { createDisplay, listDisplays } from '../../content/displays/service.ts'
import type { SessionsOf } from '../../people/members/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import * as service from './service.ts'

export function consoleRoutes(
  api: Api,
  context: Context,
  accounts: SessionsOf & service.Inviting & service.RemovingAccounts,
): void {
  const sessions: SessionsOf = accounts
  api.handle('listOrganisations', () => service.listOrganisations(context))
  api.handle('createOrganisation', ({ caller, body }) => service.createOrganisation(context, providerOf(caller), body))
  api.handle('getOrganisation', ({ params }) => service.getOrganisation(context, params.organisationId))
  api.handle('updateOrganisation', ({ caller, params, body }) =>
    service.updateOrganisation(context, providerOf(caller), params.organisationId, body),
  )
  api.handle('suspendOrganisation', ({ caller, params }) =>
    service.setSuspended(context, sessions, providerOf(caller), params.organisationId, true),
  )
  api.handle('resumeOrganisation', ({ caller, params }) =>
    service.setSuspended(context, sessions, providerOf(caller), params.organisationId, false),
  )
  api.handle('removeOrganisation', async ({ params }) => {
    await service.removeOrganisation(context, sessions, params.organisationId)
    return undefined
  })
  api.handle('listOrganisationDisplays', async ({ params }) => {
    await service.getOrganisation(context, params.organisationId)
    return listDisplays(context, params.organisationId)
  })
  api.handle('createOrganisationDisplay', ({ caller, request, params, body: { id, ...settings } }) =>
    createDisplay(context, { organisationId: params.organisationId, displayId: id }, settings, {
      actor: providerOf(caller),
      request,
    }),
  )

  api.handle('listWaitingAccounts', ({ query }) => service.listWaitingAccounts(context, query))
  api.handle('removeWaitingAccount', async ({ params }) => {
    await service.removeWaitingAccount(accounts, params.userId)
    return undefined
  })
  api.handle('listSubscriptions', () => service.listSubscriptions(context))
  api.handle('createSubscription', ({ caller, body }) =>
    service.createSubscription(context, accounts, providerOf(caller), body),
  )
  api.handle('inviteSubscriber', ({ caller, params }) =>
    service.inviteSubscriber(context, accounts, providerOf(caller), params.memberId),
  )
  api.handle('updateSubscription', ({ caller, params, body }) =>
    service.updateSubscription(context, sessions, providerOf(caller), params.memberId, body),
  )
  api.handle('removeSubscription', async ({ caller, params }) => {
    await service.removeSubscription(context, sessions, providerOf(caller), params.memberId)
    return undefined
  })
}
