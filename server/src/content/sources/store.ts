import type { TableKey } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import type { Row } from '../../platform/database/tables.ts'
import { findWhere, removeWhere, updateWhere } from '../../platform/database/where.ts'

export type StoredSource = Row<'table_source'>
type Key = Pick<StoredSource, 'organisation_id' | 'table_id'>

export const keyOf = ({ organisationId, tableId }: TableKey): Key => ({
  organisation_id: organisationId,
  table_id: tableId,
})

export function findSource(queries: Queries, { organisation_id, table_id }: Key): Promise<StoredSource | undefined> {
  return findWhere(queries, 'table_source', { organisation_id, table_id })
}

/** Creates the source of a table, or puts it into this state. */
export async function putSource(queries: Queries, source: StoredSource): Promise<void> {
  await queries
    .insertInto('table_source')
    .values(source)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'table_id']).doUpdateSet(source))
    .execute()
}

export async function updateSource(
  queries: Queries,
  { organisation_id, table_id }: Key,
  change: Partial<StoredSource>,
): Promise<void> {
  await updateWhere(queries, 'table_source', { organisation_id, table_id }, change)
}

export async function removeSource(queries: Queries, { organisation_id, table_id }: Key): Promise<void> {
  await removeWhere(queries, 'table_source', { organisation_id, table_id })
}

/** Only the fields that are needed to choose among many sources. `url` is the address to request. */
export type DueSource = Key & Pick<StoredSource, 'url' | 'next_at'>

/** The sources that are due at `now`, longest due first. Those of removed tables wait. */
export function listDue(queries: Queries, now: number, atMost: number): Promise<DueSource[]> {
  return queries
    .selectFrom('table_source')
    .innerJoin('data_table', inOrganisation({ 'data_table.id': 'table_source.table_id' }))
    .select(['table_source.organisation_id', 'table_source.table_id', 'table_source.url', 'table_source.next_at'])
    .where('table_source.next_at', '<=', now)
    .where('data_table.removed_at', 'is', null)
    .orderBy('table_source.next_at')
    .orderBy('table_source.table_id')
    .limit(atMost)
    .execute()
}

/** @returns false if another node, or a request by hand, has claimed it meanwhile */
export async function claimSource(
  queries: Queries,
  { organisation_id, table_id, next_at }: Pick<StoredSource, 'organisation_id' | 'table_id' | 'next_at'>,
  untilAt: number,
): Promise<boolean> {
  return (
    (await updateWhere(queries, 'table_source', { organisation_id, table_id, next_at }, { next_at: untilAt })) === 1
  )
}
