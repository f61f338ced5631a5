import { type DisplayKey, programmeIdOf } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

/** Says of a display into whose rows a test has written that it has changed: what is answered is kept for as long as nobody does. */
export async function changedByHand(queries: Queries, key: DisplayKey): Promise<void> {
  await queries
    .updateTable('programme')
    .set((is) => ({ revision: is('revision', '+', 1) }))
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', programmeIdOf(key))
    .execute()
}
