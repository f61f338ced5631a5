import { ERRORS, MemberId, OrganisationId, ProgrammeId, ROUTES } from '@placard/contract'
import { actorOf, type OutsideEvent, providerOf, type Sought } from '../../content/activity/service.ts'
import type { AccountEvent } from '../../people/accounts/service.ts'
import { toAppError } from '../../platform/http/answer-error.ts'
import type { Refusal } from '../../platform/http/api.ts'

/**
 * The log event for a refused call of a member, or of the provider about an organisation. Leaves out what was sent and the ids of
 * other organisations.
 *
 * @returns undefined if the call is about no organisation and the caller belongs to none
 */
export function refusedEvent({ name, caller, params, because, error, requestId }: Refusal): OutsideEvent | undefined {
  const { code } = toAppError(error)
  const refused = { kind: 'refused', command: name, code: ERRORS[code] ? code : 'internal', requestId } as const
  // Callers who are not operators only act for themselves on such routes.
  const sought = because === 'command' && ROUTES[name].access === 'operator' ? soughtBy(params) : undefined
  if (sought) return { ...refused, of: { sought }, actor: providerOf(caller) }
  if (!('organisationId' in caller)) return undefined
  const isOwn = params.organisationId === caller.organisationId
  const programmeId = isOwn ? ProgrammeId.safeParse(params.displayId ?? params.playlistId).data : undefined
  return { ...refused, of: caller.organisationId, programmeId, actor: actorOf(caller) }
}

function soughtBy(params: Record<string, unknown>): Sought | undefined {
  const organisationId = OrganisationId.safeParse(params.organisationId).data
  if (organisationId !== undefined) return { organisationId }
  const memberId = MemberId.safeParse(params.memberId).data
  return memberId === undefined ? undefined : { memberId }
}

export function accountEvent({ kind, email, userId, code, address }: AccountEvent): OutsideEvent {
  return {
    of: 'member',
    kind,
    actor:
      kind === 'sign-in-refused' ? { kind: 'unknown', id: null, email } : { kind: 'person', id: userId ?? null, email },
    ...(code === undefined ? {} : { code }),
    ...(address === undefined ? {} : { address }),
  }
}
