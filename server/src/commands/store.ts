import { type DisplayKey, type PlaylistKey, type ProgrammeKey, programmeIdOf } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

type Facts = {
  name: string
  revision: number
  /** The last revision that its own log tells: since then it has changed through what it includes alone. */
  toldRevision: number
  /** Milliseconds since 1970, UTC. */
  loopStartedAt: number
  /** IANA name. */
  timeZone: string
}

export type HeldDisplay = DisplayKey & Facts
export type HeldPlaylist = PlaylistKey & Facts
/** The facts of a programme that every command on it knows. */
export type HeldProgramme = HeldDisplay | HeldPlaylist

/**
 * Reads a programme and holds its row until the transaction ends, so that the commands on one programme follow each other.
 * An update that changes nothing is the lock that both dialects know.
 */
export async function lockProgramme(queries: Queries, key: ProgrammeKey): Promise<HeldProgramme | undefined> {
  const row = await queries
    .updateTable('programme')
    .set((column) => ({ revision: column.ref('revision') }))
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', programmeIdOf(key))
    .where('removed_at', 'is', null)
    .returning([
      'name',
      'revision',
      'told_revision as toldRevision',
      'loop_started_at as loopStartedAt',
      'time_zone as timeZone',
    ])
    .executeTakeFirst()
  return row && { ...key, ...row }
}

export async function updateProgramme(
  queries: Queries,
  key: ProgrammeKey,
  { revision, toldRevision, loopStartedAt }: Pick<HeldProgramme, 'revision' | 'toldRevision' | 'loopStartedAt'>,
): Promise<void> {
  await queries
    .updateTable('programme')
    .set({ revision, told_revision: toldRevision, loop_started_at: loopStartedAt })
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', programmeIdOf(key))
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
