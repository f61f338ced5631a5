import { MediaId, type OrganisationId, type ProgrammeId, type ProgrammeKey, programmeKeyOf } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { inclusions } from '../../platform/database/inclusions.ts'
import { updateWhere } from '../../platform/database/where.ts'

/** The colour and the stored picture of the logo. Null: not set. */
export type StoredBrand = { colour: string | null; mediaId: MediaId | null }

export async function findBrand(queries: Queries, organisationId: OrganisationId): Promise<StoredBrand> {
  const row = await queries
    .selectFrom('organisation')
    .select(['brand_colour', 'brand_media_id'])
    .where('id', '=', organisationId)
    .executeTakeFirst()
  return {
    colour: row?.brand_colour ?? null,
    mediaId: row?.brand_media_id == null ? null : MediaId.parse(row.brand_media_id),
  }
}

export async function updateBrand(
  queries: Queries,
  organisationId: OrganisationId,
  { colour, mediaId }: StoredBrand,
): Promise<void> {
  await updateWhere(queries, 'organisation', { id: organisationId }, { brand_colour: colour, brand_media_id: mediaId })
}

/** All programmes of the organisation. */
export async function listProgrammes(queries: Queries, organisationId: OrganisationId): Promise<ProgrammeKey[]> {
  const rows = await queries
    .selectFrom('programme')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => programmeKeyOf(organisationId, id as ProgrammeId))
}

/**
 * Programmes that contain a notice or a board, directly or through a playlist, or have a corner piece. Includes hidden
 * items. All programmes if a take-over shows a notice, or a prepared one does.
 */
export async function listProgrammesWithBrand(
  queries: Queries,
  organisationId: OrganisationId,
): Promise<ProgrammeKey[]> {
  const mayTakeOver = await queries
    .selectFrom('prepared_take_over')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'notice')
    .unionAll(
      queries
        .selectFrom('take_over')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('kind', '=', 'notice')
        .where('ending', 'is', null),
    )
    .executeTakeFirst()
  if (mayTakeOver) return listProgrammes(queries, organisationId)
  const withNotice = queries
    .selectFrom('item')
    .select('programme_id')
    .where('organisation_id', '=', organisationId)
    .where('type', 'in', ['notice', 'board', 'weather'])
  const rows = await withNotice
    .union(
      queries
        .selectFrom(inclusions())
        .select('programme_id')
        .where('organisation_id', '=', organisationId)
        .where('playlist_id', 'in', withNotice),
    )
    .union(queries.selectFrom('corner_piece').select('programme_id').where('organisation_id', '=', organisationId))
    .execute()
  return rows.map((row) => programmeKeyOf(organisationId, row.programme_id as ProgrammeId))
}
