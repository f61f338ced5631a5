import type { Session } from '@placard/contract'
import type { Account } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { createInvitation, listInvitations, readInvitation, removeInvitation } from './invitations.ts'
import {
  getSignInRule,
  listMembers,
  type RuleChecks,
  removeMember,
  type SessionsOf,
  setSignInRule,
  updateMember,
} from './service.ts'

/** @param accounts makes the holder of an invitation a member */
export function memberRoutes(
  api: Api,
  context: Context,
  accounts: SessionsOf & RuleChecks & { join(account: Account, token: string): Promise<Session> },
): void {
  api.handle('listMembers', ({ caller }) => listMembers(context, caller))
  api.handle('updateMember', ({ caller, params, body }) =>
    updateMember(context, accounts, caller, params.memberId, body),
  )
  api.handle('removeMember', async ({ caller, params }) => {
    await removeMember(context, accounts, caller, { id: params.memberId })
    return undefined
  })
  api.handle('leaveOrganisation', async ({ caller }) => {
    await removeMember(context, accounts, caller, 'self')
    return undefined
  })

  api.handle('getSignInRule', ({ caller }) => getSignInRule(context, caller))
  api.handle('setSignInRule', ({ caller, body }) => setSignInRule(context, accounts, caller, body))

  api.handle('listInvitations', ({ caller }) => listInvitations(context, caller))
  api.handle('createInvitation', ({ caller, body }) => createInvitation(context, caller, body))
  api.handle('removeInvitation', async ({ caller, params }) => {
    await removeInvitation(context, caller, params.invitationId)
    return undefined
  })
  api.handle('readInvitation', ({ body }) => readInvitation(context, body.token))
  api.handle('acceptInvitation', ({ caller, body }) => accounts.join(caller, body.token))
}
