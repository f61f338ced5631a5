import { Display, type DisplayKey, type OrganisationId } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

/** A display with what its administrators do not see. */
export type StoredDisplay = Display & { loopStartedAt: number }

const COLUMNS = ['organisation_id', 'id', 'name', 'revision', 'loop_started_at'] as const

type Row = { organisation_id: string; id: string; name: string; revision: number; loop_started_at: number }

function toDisplay(row: Row): StoredDisplay {
  const display = Display.parse({
    organisationId: row.organisation_id,
    id: row.id,
    name: row.name,
    revision: row.revision,
  })
  return { ...display, loopStartedAt: row.loop_started_at }
}

type NewDisplay = StoredDisplay & { createdAt: number }

function toNewRow(display: NewDisplay) {
  return {
    organisation_id: display.organisationId,
    id: display.id,
    name: display.name,
    revision: display.revision,
    loop_started_at: display.loopStartedAt,
    created_at: display.createdAt,
  }
}

export async function createDisplay(queries: Queries, display: NewDisplay): Promise<void> {
  await queries.insertInto('display').values(toNewRow(display)).execute()
}

/** @returns false when its organisation has one with that id */
export async function ensureDisplay(queries: Queries, display: NewDisplay): Promise<boolean> {
  const result = await queries
    .insertInto('display')
    .values(toNewRow(display))
    .onConflict((conflict) => conflict.columns(['organisation_id', 'id']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function findDisplay(queries: Queries, key: DisplayKey): Promise<StoredDisplay | undefined> {
  const row = await queries
    .selectFrom('display')
    .select(COLUMNS)
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', key.displayId)
    .executeTakeFirst()
  return row && toDisplay(row)
}

export async function listDisplays(queries: Queries, organisationId: OrganisationId): Promise<StoredDisplay[]> {
  const rows = await queries
    .selectFrom('display')
    .select(COLUMNS)
    .where('organisation_id', '=', organisationId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(toDisplay)
}

/** Ids and names of displays, and the ids of their organisations. */
export async function listNames(queries: Queries, limit: number): Promise<string[]> {
  const rows = await queries.selectFrom('display').select(['organisation_id', 'id', 'name']).limit(limit).execute()
  return rows.flatMap((row) => [row.organisation_id, row.id, row.name])
}

/**
 * Reads a display and holds its row until the transaction ends, so that the commands on one display follow each other.
 * An update that changes nothing is the lock that both dialects know.
 */
export async function lockDisplay(queries: Queries, key: DisplayKey): Promise<StoredDisplay | undefined> {
  const row = await queries
    .updateTable('display')
    .set((column) => ({ revision: column.ref('revision') }))
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', key.displayId)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toDisplay(row)
}

export async function updateDisplay(
  queries: Queries,
  key: DisplayKey,
  change: { revision: number; loopStartedAt: number },
): Promise<void> {
  await queries
    .updateTable('display')
    .set({ revision: change.revision, loop_started_at: change.loopStartedAt })
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', key.displayId)
    .execute()
}

export type Receipt = { fingerprint: string; answer: string }

export async function findReceipt(queries: Queries, userId: string, key: string): Promise<Receipt | undefined> {
  return queries
    .selectFrom('receipt')
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function createReceipt(
  queries: Queries,
  receipt: Receipt & { userId: string; key: string; createdAt: number },
): Promise<void> {
  const { userId, key, fingerprint, answer, createdAt } = receipt
  await queries
    .insertInto('receipt')
    .values({ user_id: userId, key, fingerprint, answer, created_at: createdAt })
    .execute()
}

export async function removeReceiptsBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('receipt').where('created_at', '<', instant).execute()
}
