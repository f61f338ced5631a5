import { type DisplayKey, programmeIdOf } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

/** Raises the revision of a display whose rows a test has changed directly. Otherwise cached answers would stay. */
export async function changedByHand(queries: Queries, key: DisplayKey): Promise<void> {
  await queries
    .updateTable('programme')
    .set((is) => ({ revision: is('revision', '+', 1) }))
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', programmeIdOf(key))
    .execute()
}
