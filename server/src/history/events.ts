import { DisplayId, ERRORS } from '@placard/contract'
import type { AccountEvent } from '../accounts/service.ts'
import { actorOf, type OutsideEvent } from '../activity/service.ts'
import { toAppError } from '../platform/http/answer-error.ts'
import type { Refusal } from '../platform/http/api.ts'

/** How the log tells what a member was refused. What they sent stays out of it, and another organisation's ids do. */
export function refusedEvent({ name, caller, params, error, requestId }: Refusal): OutsideEvent {
  const { code } = toAppError(error)
  const isOwn = params.organisationId === caller.organisationId
  const displayId = isOwn ? DisplayId.safeParse(params.displayId).data : undefined
  return {
    of: caller.organisationId,
    displayId,
    kind: 'refused',
    actor: actorOf(caller),
    command: name,
    code: ERRORS[code] ? code : 'internal',
    requestId,
  }
}

export function accountEvent({ kind, email, userId, code }: AccountEvent): OutsideEvent {
  return {
    of: 'member',
    kind,
    actor:
      kind === 'sign-in-refused' ? { kind: 'unknown', id: null, email } : { kind: 'person', id: userId ?? null, email },
    ...(code === undefined ? {} : { code }),
  }
}
