import {
  DisplayId,
  type DisplayKey,
  type OrganisationId,
  type PlaylistKey,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
  programmeKeyOf,
} from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { selectIncluders } from '../../platform/database/inclusions.ts'
import { statement } from '../../platform/database/statement.ts'

/** The displays that include a playlist or have it in a zone, by name. Includes hidden inclusions. */
export async function listIncluders(
  queries: Queries,
  { organisationId, playlistId }: PlaylistKey,
): Promise<(DisplayKey & { name: string })[]> {
  const rows = await selectIncluders(queries)
    .select(['programme.id', 'programme.name'])
    .distinct()
    .where('inclusion.organisation_id', '=', organisationId)
    .where('inclusion.playlist_id', '=', playlistId)
    .orderBy('programme.name')
    .orderBy('programme.id')
    .execute()
  return rows.map(({ id, name }) => ({ organisationId, displayId: DisplayId.parse(id), name }))
}

const selectInclusion = statement(
  (queries, { organisationId, id }: { organisationId: OrganisationId; id: ProgrammeId }) =>
    queries
      .selectFrom('item')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('programme_id', '=', id)
      .where('playlist_id', 'is not', null)
      .limit(1),
)

/** True if one of its items includes a playlist. */
export async function includesAny(queries: Queries, key: ProgrammeKey): Promise<boolean> {
  const { rows } = await selectInclusion(queries, { organisationId: key.organisationId, id: programmeIdOf(key) })
  return rows.length > 0
}

/** The last logged revision of programmes, and the time of their creation. Includes removed playlists. */
export async function listTold(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly ProgrammeId[],
): Promise<Map<ProgrammeId, { toldRevision: number; createdAt: number }>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .selectFrom('programme')
    .select(['id', 'told_revision as toldRevision', 'created_at as createdAt'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...told }) => [id as ProgrammeId, told]))
}

/** Removes a programme's items and lines. Nothing else may refer to them. */
export async function removeContents(queries: Queries, key: ProgrammeKey): Promise<void> {
  for (const table of ['item', 'line'] as const) {
    await queries
      .deleteFrom(table)
      .where('organisation_id', '=', key.organisationId)
      .where('programme_id', '=', programmeIdOf(key))
      .execute()
  }
}

/** Undefined if there is no such playlist, or it is removed. */
export async function findPlaylistName(
  queries: Queries,
  { organisationId, playlistId }: PlaylistKey,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('programme')
    .select('name')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', playlistId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.name
}
/** Reads the revision of each programme of these organisations. Includes removed programmes. */
export async function listRevisions(queries: Queries, organisationIds: OrganisationId[]): Promise<KnownRevision[]> {
  const [present, removed] = await Promise.all([
    queries
      .selectFrom('programme')
      .select(['organisation_id', 'id', 'revision', 'removed_at'])
      .where('organisation_id', 'in', organisationIds)
      .execute(),
    queries
      .selectFrom('removed_display')
      .select(['organisation_id', 'id', 'revision', 'removed_at'])
      .where('organisation_id', 'in', organisationIds)
      .execute(),
  ])
  return [...present, ...removed].map((row) => ({
    key: programmeKeyOf(row.organisation_id as OrganisationId, row.id as ProgrammeId),
    revision: row.revision,
    isRemoved: row.removed_at !== null,
  }))
}

export type KnownRevision = { key: ProgrammeKey; revision: number; isRemoved: boolean }

/** Undefined if there is no such programme, or it is removed. */
export async function findProgramme(
  queries: Queries,
  key: ProgrammeKey,
): Promise<{ revision: number; toldRevision: number; timeZone: string; language: string | null } | undefined> {
  return queries
    .selectFrom('programme')
    .select(['revision', 'told_revision as toldRevision', 'time_zone as timeZone', 'language'])
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', programmeIdOf(key))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}
