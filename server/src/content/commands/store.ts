import {
  type DisplayKey,
  type OrganisationId,
  type PlaylistKey,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
  programmeKeyOf,
} from '@placard/contract'
import { sql } from 'kysely'
import type { Queries, SqlDialect } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type Facts = {
  name: string
  revision: number
  /** The last revision that its own log tells: since then it has changed through what it includes alone. */
  toldRevision: number
  /** Milliseconds since 1970, UTC. */
  loopStartedAt: number
  /** IANA name. */
  timeZone: string
  /** BCP 47; null: none was chosen. */
  language: string | null
}

export type HeldDisplay = DisplayKey & Facts
export type HeldPlaylist = PlaylistKey & Facts
/** The facts of a programme that every command on it knows. */
export type HeldProgramme = HeldDisplay | HeldPlaylist

const FACTS = [
  'id',
  'name',
  'revision',
  'told_revision as toldRevision',
  'loop_started_at as loopStartedAt',
  'time_zone as timeZone',
  'language',
] as const

type Some = { organisationId: OrganisationId; ids: readonly ProgrammeId[] }

const LOCK = {
  postgres: statement((queries, { organisationId, ids }: Some) =>
    queries
      .selectFrom('programme')
      .select(FACTS)
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ids)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .forUpdate(),
  ),
  sqlite: statement((queries, { organisationId, ids }: Some) =>
    queries
      .updateTable('programme')
      .set((column) => ({ revision: column.ref('revision') }))
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ids)
      .where('removed_at', 'is', null)
      .returning(FACTS),
  ),
}

/**
 * Reads programmes of an organisation and holds their rows until the transaction ends, so that the commands on one follow each
 * other. PostgreSQL takes the rows by their ids, so that no two commands wait for each other in a circle; in SQLite whoever
 * writes is alone, and an update that changes nothing begins to.
 */
export async function lockProgrammes(
  queries: Queries,
  dialect: SqlDialect,
  organisationId: OrganisationId,
  ids: readonly ProgrammeId[],
): Promise<HeldProgramme[]> {
  const { rows } = await LOCK[dialect](queries, { organisationId, ids })
  return rows.map(({ id, ...facts }) => ({ ...programmeKeyOf(organisationId, id as ProgrammeId), ...facts }))
}

const update = statement((queries, { organisationId, id, revision, loopStartedAt }: UpdatedProgramme) =>
  queries
    .updateTable('programme')
    .set({ revision, told_revision: revision, loop_started_at: loopStartedAt })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id),
)

type UpdatedProgramme = { organisationId: OrganisationId; id: ProgrammeId } & Pick<
  HeldProgramme,
  'revision' | 'loopStartedAt'
>

/** Raises the revision of one that was changed itself, by one. */
export async function updateProgramme(
  queries: Queries,
  key: ProgrammeKey,
  { revision, loopStartedAt }: Pick<HeldProgramme, 'revision' | 'loopStartedAt'>,
): Promise<void> {
  await update(queries, { organisationId: key.organisationId, id: programmeIdOf(key), revision, loopStartedAt })
}

/**
 * Raises the revisions of some that have changed through what they include alone, each by one.
 *
 * @param loopStartedAt the same for all; undefined: as it was
 */
export async function raiseRevisions(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly ProgrammeId[],
  loopStartedAt: number | undefined,
): Promise<void> {
  await queries
    .updateTable('programme')
    .set((column) => ({ revision: sql<number>`${column.ref('revision')} + 1` }))
    .$if(loopStartedAt !== undefined, (query) => query.set({ loop_started_at: loopStartedAt as number }))
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
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
