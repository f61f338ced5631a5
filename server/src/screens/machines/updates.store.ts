import {
  type AgentHash,
  AgentUpdateProblem,
  type AgentUpdateState,
  DisplayId,
  OrganisationId,
  type RolloutStage,
  type ScreenId,
} from '@placard/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { Row } from '../../platform/database/tables.ts'
import { findWhere, removeWhere, updateWhere } from '../../platform/database/where.ts'
import { type Member, NEW_ROLLOUT, type Rollout } from './rollout.ts'

const PRODUCT = 'placard-agent'

export type Release = { serial: number; version: string; hash: AgentHash; sizeBytes: number }

/**
 * Makes a file the one that this installation offers. Of several nodes that start with the same new file, one writes it. Its serial is
 * above every one before, also after a restore, which leaves this row out.
 */
export async function putRelease(queries: Queries, { version, hash, sizeBytes }: Omit<Release, 'serial'>, at: number) {
  await queries
    .insertInto('agent_release')
    .values({ product: PRODUCT, serial: at, version, hash, size_bytes: sizeBytes })
    .onConflict((conflict) =>
      conflict
        .column('product')
        .doUpdateSet({
          serial: sql<number>`case when excluded.serial > agent_release.serial then excluded.serial else agent_release.serial + 1 end`,
          version,
          hash,
          size_bytes: sizeBytes,
        })
        .where('agent_release.hash', '<>', hash),
    )
    .execute()
}

const selectRelease = statement((queries, { product }: { product: string }) =>
  queries
    .selectFrom('agent_release')
    .select(['serial', 'version', 'hash', 'size_bytes'])
    .where('product', '=', product),
)

export async function findRelease(queries: Queries): Promise<Release | undefined> {
  const row = (await selectRelease(queries, { product: PRODUCT })).rows[0]
  return row && { serial: row.serial, version: row.version, hash: row.hash, sizeBytes: row.size_bytes }
}

const selectRollout = statement((queries, { organisationId }: { organisationId: OrganisationId }) =>
  queries.selectFrom('agent_rollout').selectAll().where('organisation_id', '=', organisationId),
)

export async function findRollout(queries: Queries, organisationId: OrganisationId): Promise<Rollout> {
  const row = (await selectRollout(queries, { organisationId })).rows[0]
  if (!row) return NEW_ROLLOUT
  return {
    isAutomatic: row.is_automatic === 1,
    isPaused: row.is_paused === 1,
    hash: row.hash,
    stage: row.stage as RolloutStage,
    since: row.since,
    trialId: row.trial_screen_id as ScreenId | null,
    stoppedId: row.stopped_screen_id as ScreenId | null,
    resumedAt: row.resumed_at,
  }
}

export async function putRollout(queries: Queries, organisationId: OrganisationId, rollout: Rollout): Promise<void> {
  const row: Omit<Row<'agent_rollout'>, 'organisation_id'> = {
    is_automatic: rollout.isAutomatic ? 1 : 0,
    is_paused: rollout.isPaused ? 1 : 0,
    hash: rollout.hash,
    stage: rollout.stage,
    since: rollout.since,
    trial_screen_id: rollout.trialId,
    stopped_screen_id: rollout.stoppedId,
    resumed_at: rollout.resumedAt,
  }
  await queries
    .insertInto('agent_rollout')
    .values({ organisation_id: organisationId, ...row })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(row))
    .execute()
}

/** Stores what an agent says of its versions. The instants of what it has said before stay. */
export async function putUpdate(
  queries: Queries,
  { id, organisationId }: { id: ScreenId; organisationId: OrganisationId },
  { hash, isSettled, failed }: AgentUpdateState,
  at: number,
): Promise<void> {
  const before = await findWhere(queries, 'machine_update', { screen_id: id })
  const isSame = before?.hash === hash
  const isSameFailure =
    failed !== null && before?.failed_hash === failed.hash && before.failed_attempt === failed.attempt
  const row = {
    hash,
    settled_at: isSettled ? ((isSame ? before.settled_at : null) ?? at) : null,
    failed_hash: failed?.hash ?? null,
    failed_problem: failed?.problem ?? null,
    failed_attempt: failed?.attempt ?? null,
    failed_at: failed === null ? null : isSameFailure ? before.failed_at : at,
  }
  const isAsked = before?.asked_hash !== undefined && before.asked_hash !== hash
  await queries
    .insertInto('machine_update')
    .values({ screen_id: id, organisation_id: organisationId, ...row, asked_hash: null, attempt: 0 })
    .onConflict((conflict) =>
      conflict.column('screen_id').doUpdateSet({ ...row, ...(isAsked ? {} : { asked_hash: null }) }),
    )
    .execute()
}

/** The agent of a machine cannot update itself any more: its package is of an older version. */
export async function removeUpdate(queries: Queries, id: ScreenId): Promise<void> {
  await removeWhere(queries, 'machine_update', { screen_id: id })
}

/** @param attempt undefined: stays */
export async function askForUpdate(queries: Queries, id: ScreenId, hash: AgentHash, attempt: number): Promise<void> {
  await updateWhere(queries, 'machine_update', { screen_id: id }, { asked_hash: hash, attempt })
}

/** The organisations with a machine that runs another file. */
export async function listBehind(queries: Queries, hash: AgentHash): Promise<OrganisationId[]> {
  const rows = await queries
    .selectFrom('machine_update')
    .select('organisation_id')
    .distinct()
    .where('hash', '<>', hash)
    .execute()
  return rows.map(({ organisation_id: id }) => OrganisationId.parse(id))
}

export type NamedMember = Member & { name: string; place: string; displayId: DisplayId | null }

/** The machines of an organisation that can update themselves, by their names. @param id only this one */
export async function listMembers(
  queries: Queries,
  organisationId: OrganisationId,
  id?: ScreenId,
): Promise<NamedMember[]> {
  const rows = await queries
    .selectFrom('machine_update')
    .innerJoin('machine', 'machine.screen_id', 'machine_update.screen_id')
    .innerJoin('paired_screen', 'paired_screen.id', 'machine_update.screen_id')
    .leftJoin('machine_state', 'machine_state.screen_id', 'machine_update.screen_id')
    .selectAll('machine_update')
    .select(['machine.said_at as saidAt', 'machine_state.at as reportedAt'])
    .select(['paired_screen.name as name', 'paired_screen.place as place', 'paired_screen.display_id as displayId'])
    .where('machine_update.organisation_id', '=', organisationId)
    .$if(id !== undefined, (query) => query.where('machine_update.screen_id', '=', id ?? null))
    .where('paired_screen.let_go_at', 'is', null)
    .orderBy('paired_screen.name')
    .orderBy('machine_update.screen_id')
    .execute()
  return rows.map((row) => ({
    ...toMember(row, Math.max(row.saidAt ?? 0, row.reportedAt ?? 0)),
    name: row.name,
    place: row.place,
    displayId: row.displayId === null ? null : DisplayId.parse(row.displayId),
  }))
}

function toMember(row: Row<'machine_update'>, seenAt: number): Member {
  const problem = AgentUpdateProblem.safeParse(row.failed_problem).data
  const { failed_hash: failedHash, failed_attempt: attempt, failed_at: at } = row
  const isFailed = failedHash !== null && problem !== undefined && attempt !== null && at !== null
  return {
    id: row.screen_id as ScreenId,
    hash: row.hash,
    settledAt: row.settled_at,
    failed: isFailed ? { hash: failedHash, problem, attempt, at } : null,
    askedHash: row.asked_hash,
    attempt: row.attempt,
    seenAt,
  }
}

/** The machines of the whole installation that can update themselves, with what their owners have decided. */
export async function listAllMembers(
  queries: Queries,
): Promise<{ member: Member; rollout: Pick<Rollout, 'isPaused' | 'resumedAt'> }[]> {
  const rows = await queries
    .selectFrom('machine_update')
    .innerJoin('machine', 'machine.screen_id', 'machine_update.screen_id')
    .leftJoin('agent_rollout', 'agent_rollout.organisation_id', 'machine_update.organisation_id')
    .selectAll('machine_update')
    .select([
      'machine.said_at as saidAt',
      'agent_rollout.is_paused as isPaused',
      'agent_rollout.resumed_at as resumedAt',
    ])
    .execute()
  return rows.map((row) => ({
    member: toMember(row, row.saidAt ?? 0),
    rollout: { isPaused: row.isPaused === 1, resumedAt: row.resumedAt ?? 0 },
  }))
}

/** Numbers of machines of the whole installation, by what they run. */
export async function countUpdates(
  queries: Queries,
  hash: AgentHash,
): Promise<{ current: number; behind: number; undone: number }> {
  const rows = await queries
    .selectFrom('machine_update')
    .select(['hash', 'failed_hash'])
    .select((column) => column.fn.countAll<number | string>().as('count'))
    .groupBy(['hash', 'failed_hash'])
    .execute()
  const sum = (fits: (row: { hash: string; failed_hash: string | null }) => boolean) =>
    rows.filter(fits).reduce((total, { count }) => total + Number(count), 0)
  return {
    current: sum((row) => row.hash === hash),
    behind: sum((row) => row.hash !== hash && row.failed_hash !== hash),
    undone: sum((row) => row.hash !== hash && row.failed_hash === hash),
  }
}
