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
import { updateWhere } from '../../platform/database/where.ts'

type Facts = {
  name: string
  revision: number
  /**
   * The last revision in the programme's own log. If `revision` is higher, the programme has since changed only through playlists
   * that it includes.
   */
  toldRevision: number
  /** Milliseconds since 1970, UTC. */
  loopStartedAt: number
  /** IANA name. */
  timeZone: string
  /** BCP 47. Null: not set. */
  language: string | null
}

export type HeldDisplay = DisplayKey & Facts
export type HeldPlaylist = PlaylistKey & Facts
/** The facts about a programme that every command on it needs. */
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
 * Reads programmes of an organisation and locks their rows until the transaction ends, so that commands on a programme run one
 * after the other. PostgreSQL locks the rows in order of their ids, which prevents deadlocks. SQLite has a single writer, so an
 * update that changes nothing takes the lock.
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

/** Sets the new revision of a programme that was changed itself. */
export async function updateProgramme(
  queries: Queries,
  key: ProgrammeKey,
  { revision, loopStartedAt }: Pick<HeldProgramme, 'revision' | 'loopStartedAt'>,
): Promise<void> {
  await update(queries, { organisationId: key.organisationId, id: programmeIdOf(key), revision, loopStartedAt })
}

/**
 * Adds one to the revisions of programmes that changed only through playlists that they include.
 *
 * @param loopStartedAt the same for all; undefined: unchanged
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

/** The sender of a command, and the command's key. */
export type ReceiptKey = { userId: string; key: string }

export type Receipt = { fingerprint: string; answer: string }

/**
 * Reserves a key for a command that is about to run. If another command with that key is running, waits until it ends.
 *
 * @returns false if a receipt for the key exists
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
  await updateWhere(queries, 'receipt', { user_id: userId, key }, { answer })
}

export async function removeReceiptsBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('receipt').where('created_at', '<', instant).execute()
}
