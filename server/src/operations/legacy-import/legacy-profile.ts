import { Email, OrganisationId, type Profile } from '@placard/contract'
import { nameOfKind } from './duration.ts'
import type { KeptValue } from './kept-value.ts'
import { readText } from './legacy-text.ts'

export type ReadProfile =
  | { kind: 'profile'; profile: Profile & { email: Email }; remarks: string[] }
  | { kind: 'skipped'; reason: string }

const MAX_MESSAGE_CHARACTERS = 500
const MAX_WORD_CHARACTERS = 64

/** Checks one profile of the old database: the subscriber, and the subscription (E3). */
export function readProfile(address: string, value: KeptValue): ReadProfile {
  if (!(value instanceof Map)) return { kind: 'skipped', reason: `it is ${nameOfKind(value)}, not a profile` }
  const email = Email.safeParse(address)
  if (!email.success) return { kind: 'skipped', reason: 'its name is not an email address' }
  const org = OrganisationId.safeParse(value.get('org'))
  if (!org.success) return { kind: 'skipped', reason: 'its org is not the id of an organisation' }

  const remarks: string[] = []
  function textOf(field: string, limit: number): string {
    const text = readText(value instanceof Map ? value.get(field) : undefined, field, limit)
    if (text.kind === 'none') return ''
    remarks.push(...text.remarks)
    return text.text
  }
  const profile = {
    email: email.data,
    id: textOf('id', MAX_WORD_CHARACTERS),
    org: org.data,
    msg: textOf('msg', MAX_MESSAGE_CHARACTERS),
    subType: textOf('subType', MAX_WORD_CHARACTERS),
  }
  return { kind: 'profile', profile, remarks }
}
