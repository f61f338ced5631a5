import {
  CornerPiece,
  MediaId,
  type OrganisationId,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
} from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'
import { comparedBy, readStoredCondition, storedConditionOf } from '../conditions/service.ts'
import { addressOf } from '../media/service.ts'
import { readStoredSchedule, storedScheduleOf } from '../schedules/service.ts'
import { sourcesToStore } from '../values/service.ts'
import { type CornerPieceState, cornerPieceStateOf, pictureOf } from './corner-piece-state.ts'
import type { HeldItem } from './items.store.ts'

/** A corner piece, its display, and the facts about its stored picture, if any. */
export type HeldCornerPiece = { programmeId: ProgrammeId; piece: CornerPieceState; file: HeldItem['file'] }

const selectCornerPieces = statement(
  (queries, { organisationId, ids }: { organisationId: OrganisationId; ids: readonly ProgrammeId[] }) =>
    queries
      .selectFrom('corner_piece')
      .leftJoin('media_file', 'media_file.id', 'corner_piece.media_id')
      .select([
        'corner_piece.programme_id as programmeId',
        'corner',
        'kind',
        'size',
        'content',
        'media_id as mediaId',
        'schedule',
        'condition',
        'revision',
        'media_file.sha256',
        'media_file.size_bytes as sizeBytes',
      ])
      .where('corner_piece.organisation_id', '=', organisationId)
      .where('corner_piece.programme_id', 'in', ids),
)

/** The corner pieces of several displays, in the order of CORNERS within each. */
export async function listCornerPiecesOf(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly ProgrammeId[],
): Promise<HeldCornerPiece[]> {
  if (ids.length === 0) return []
  const { rows } = await selectCornerPieces(queries, { organisationId, ids })
  return rows
    .map(({ programmeId, content, mediaId, sha256, sizeBytes, ...row }): HeldCornerPiece => {
      const { schedule: storedSchedule, condition: storedCondition, ...own } = row
      const schedule = readStoredSchedule(storedSchedule)
      const condition = readStoredCondition(storedCondition)
      const piece = CornerPiece.parse({
        ...own,
        ...(JSON.parse(content) as object),
        ...(mediaId === null ? {} : { url: addressOf({ id: MediaId.parse(mediaId), contentType: 'image/jpeg' }) }),
        ...(schedule === null ? {} : { schedule }),
        ...(condition === null ? {} : { condition }),
      })
      return {
        programmeId: programmeId as ProgrammeId,
        piece: cornerPieceStateOf(piece),
        file: sha256 === null || sizeBytes === null ? undefined : { sha256, sizeBytes },
      }
    })
    .sort((one, other) => Number(one.piece.position) - Number(other.piece.position))
}

/** The corner pieces of a display, in the order of CORNERS. */
export async function listCornerPieces(queries: Queries, key: ProgrammeKey): Promise<CornerPieceState[]> {
  const held = await listCornerPiecesOf(queries, key.organisationId, [programmeIdOf(key)])
  return held.map(({ piece }) => piece)
}

export async function createCornerPieces(
  queries: Queries,
  key: ProgrammeKey,
  pieces: readonly CornerPieceState[],
): Promise<void> {
  const owner = { organisation_id: key.organisationId, programme_id: programmeIdOf(key) }
  for (const piece of pieces) {
    await queries
      .insertInto('corner_piece')
      .values({ ...owner, corner: piece.corner, ...columnsOf(piece) })
      .execute()
  }
}

export async function updateCornerPiece(queries: Queries, key: ProgrammeKey, piece: CornerPieceState): Promise<void> {
  await updateWhere(
    queries,
    'corner_piece',
    { organisation_id: key.organisationId, programme_id: programmeIdOf(key), corner: piece.corner },
    columnsOf(piece),
  )
}

export async function removeCornerPiece(
  queries: Queries,
  key: ProgrammeKey,
  corner: CornerPieceState['id'],
): Promise<void> {
  await removeWhere(queries, 'corner_piece', {
    organisation_id: key.organisationId,
    programme_id: programmeIdOf(key),
    corner,
  })
}

function columnsOf(state: CornerPieceState) {
  const { id: _, position: __, corner: ___, kind, size, schedule, condition, revision, ...rest } = state
  const content = 'url' in rest ? {} : rest
  return {
    kind,
    size,
    content: JSON.stringify(content),
    media_id: pictureOf(state),
    schedule: storedScheduleOf(schedule),
    condition: storedConditionOf(condition),
    value_sources: sourcesToStore(comparedBy({ condition })),
    revision,
  }
}
