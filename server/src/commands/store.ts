import type { DisplayKey } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

/** The facts of a display that every command on it knows. */
export type HeldDisplay = DisplayKey & {
  revision: number
  /** Milliseconds since 1970, UTC. */
  loopStartedAt: number
  /** IANA name. */
  timeZone: string
}

/**
 * Reads a display and holds its row until the transaction ends, so that the commands on one display follow each other.
 * An update that changes nothing is the lock that both dialects know.
 */
export async function lockDisplay(queries: Queries, key: DisplayKey): Promise<HeldDisplay | undefined> {
  const row = await queries
    .updateTable('display')
    .set((column) => ({ revision: column.ref('revision') }))
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', key.displayId)
    .returning(['revision', 'loop_started_at as loopStartedAt', 'time_zone as timeZone'])
    .executeTakeFirst()
  return row && { organisationId: key.organisationId, displayId: key.displayId, ...row }
}

export async function updateDisplay(queries: Queries, display: Omit<HeldDisplay, 'timeZone'>): Promise<void> {
  await queries
    .updateTable('display')
    .set({ revision: display.revision, loop_started_at: display.loopStartedAt })
    .where('organisation_id', '=', display.organisationId)
    .where('id', '=', display.displayId)
    .execute()
}

/** The person behind a command, and the key that it came with. */
export type ReceiptKey = { userId: string; key: string }

export type Receipt = { fingerprint: string; answer: string }

/**
 * Takes a key for a command that is about to be carried out. Where another command with that key is under way it waits for
 * the end of that one.
 *
 * @returns false when there is a receipt for it
 */
export async function createReceipt(
  queries: Queries,
  { userId, key }: ReceiptKey,
  receipt: { fingerprint: string; createdAt: number },
): Promise<boolean> {
  const { fingerprint, createdAt } = receipt
  const result = await queries
    .insertInto('receipt')
    .values({ user_id: userId, key, fingerprint, answer: '', created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function getReceipt(queries: Queries, { userId, key }: ReceiptKey): Promise<Receipt> {
  return queries
    .selectFrom('receipt')
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

export async function updateReceipt(queries: Queries, { userId, key }: ReceiptKey, answer: string): Promise<void> {
  await queries.updateTable('receipt').set({ answer }).where('user_id', '=', userId).where('key', '=', key).execute()
}

export async function removeReceiptsBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('receipt').where('created_at', '<', instant).execute()
}
