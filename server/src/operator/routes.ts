import { createDisplay, listDisplays } from '../displays/service.ts'
import type { SessionsOf } from '../members/service.ts'
import type { Context } from '../platform/context.ts'
import type { Api } from '../platform/http/api.ts'
import * as service from './service.ts'

export function operatorRoutes(api: Api, context: Context, sessions: SessionsOf): void {
  api.handle('listOrganisations', () => service.listOrganisations(context))
  api.handle('createOrganisation', ({ body }) => service.createOrganisation(context, body))
  api.handle('getOrganisation', ({ params }) => service.getOrganisation(context, params.organisationId))
  api.handle('updateOrganisation', ({ params, body }) =>
    service.updateOrganisation(context, params.organisationId, body),
  )
  api.handle('suspendOrganisation', ({ params }) =>
    service.setSuspended(context, sessions, params.organisationId, true),
  )
  api.handle('resumeOrganisation', ({ params }) =>
    service.setSuspended(context, sessions, params.organisationId, false),
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
    createDisplay(context, { organisationId: params.organisationId, displayId: id }, settings, { caller, request }),
  )

  api.handle('listWaitingAccounts', () => service.listWaitingAccounts(context))
  api.handle('listSubscriptions', () => service.listSubscriptions(context))
  api.handle('createSubscription', ({ body }) => service.createSubscription(context, body))
  api.handle('updateSubscription', ({ params, body }) =>
    service.updateSubscription(context, sessions, params.memberId, body),
  )
  api.handle('removeSubscription', async ({ params }) => {
    await service.removeSubscription(context, sessions, params.memberId)
    return undefined
  })
}
