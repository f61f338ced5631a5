import { UserId } from '@placard/contract'
import { SAMPLE_DISPLAY } from '../operations/seed/service.ts'
import type { Caller } from '../platform/access.ts'

/** An owner of the sample's organisation, for calls of a service without a session. */
export function ownerCalled(name: string): Caller {
  return {
    userId: UserId.parse(name),
    email: `${name}@vnr.example`,
    sessionId: '',
    operator: false,
    organisationId: SAMPLE_DISPLAY.organisationId,
    role: 'owner',
    displays: null,
    tables: null,
  }
}
