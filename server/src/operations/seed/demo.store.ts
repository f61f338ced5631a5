import type { OrganisationId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'
import { findSetting } from '../../platform/settings/service.ts'

const KEY = 'demonstration'

export const findRecord = (queries: Queries) => findSetting(queries, KEY)

/** @throws if there is one already, for example from a demo that is created at the same time */
export async function createRecord(queries: Queries, value: string): Promise<void> {
  await queries.insertInto('setting').values({ key: KEY, value }).execute()
}

export async function removeRecord(queries: Queries): Promise<void> {
  await removeWhere(queries, 'setting', { key: KEY })
}

/** Cancels the notification mails about waiting proposals. */
export async function tellOfNoProposal(queries: Queries, organisationId: OrganisationId): Promise<void> {
  await updateWhere(queries, 'proposal', { organisation_id: organisationId }, { tell_at: null })
}

/** The only place where accounts are removed, because no person ever used these. Rows that refer to them are removed too. */
export async function removeUsers(queries: Queries, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  await queries.deleteFrom('profile').where('email', 'in', emails).execute()
  await queries.deleteFrom('sign_in_failure').where('email', 'in', emails).execute()
  await queries.deleteFrom('user').where('email', 'in', emails).execute()
}
