import { OrganisationId } from '@placard/contract'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'
import type { Queries } from '../database/database.ts'
import type { Columns } from '../database/tables.ts'

export type StoredOrganisation = {
  id: OrganisationId
  name: string
  createdAt: number
  /** null: it is subscribed. */
  suspendedAt: number | null
  /** null: the installation's default. */
  quotaBytes: number | null
}

const COLUMNS = ['id', 'name', 'created_at', 'suspended_at', 'quota_bytes'] as const

function toOrganisation(row: Columns<'organisation', typeof COLUMNS>): StoredOrganisation {
  return {
    id: OrganisationId.parse(row.id),
    name: row.name,
    createdAt: row.created_at,
    suspendedAt: row.suspended_at,
    quotaBytes: row.quota_bytes,
  }
}

/** @returns false when the id exists already */
export async function createOrganisation(
  queries: Queries,
  organisation: { id: OrganisationId; name: string; createdAt: number; quotaBytes: number | null },
): Promise<boolean> {
  const { id, name, createdAt, quotaBytes } = organisation
  const result = await queries
    .insertInto('organisation')
    .values({ id, name, created_at: createdAt, suspended_at: null, quota_bytes: quotaBytes })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** By name. */
export async function listOrganisations(queries: Queries): Promise<StoredOrganisation[]> {
  const rows = await queries.selectFrom('organisation').select(COLUMNS).orderBy('name').orderBy('id').execute()
  return rows.map(toOrganisation)
}

export async function findOrganisation(queries: Queries, id: OrganisationId): Promise<StoredOrganisation | undefined> {
  const row = await queries.selectFrom('organisation').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toOrganisation(row)
}

/**
 * Reads an organisation and locks its row until the transaction ends, so that decisions that depend on counting its owners or displays
 * are made one after another. Lock it before any of its displays. @returns undefined when it does not exist
 */
export async function lockOrganisation(queries: Queries, id: OrganisationId): Promise<StoredOrganisation | undefined> {
  const row = await queries
    .updateTable('organisation')
    .set((column) => ({ name: column.ref('name') }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toOrganisation(row)
}

/** An absent field is not changed. */
export async function updateOrganisation(
  queries: Queries,
  id: OrganisationId,
  change: { name?: string; quotaBytes?: number | null; suspendedAt?: number | null },
): Promise<void> {
  const set = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.quotaBytes === undefined ? {} : { quota_bytes: change.quotaBytes }),
    ...(change.suspendedAt === undefined ? {} : { suspended_at: change.suspendedAt }),
  }
  if (Object.keys(set).length === 0) return
  await updateWhere(queries, 'organisation', { id }, set)
}

export async function removeOrganisation(queries: Queries, id: OrganisationId): Promise<void> {
  await removeWhere(queries, 'organisation', { id })
}

export async function hasOrganisations(queries: Queries): Promise<boolean> {
  return (await queries.selectFrom('organisation').select('id').limit(1).executeTakeFirst()) !== undefined
}
