import type {
  Corner,
  CornerPiece,
  CornerPieceChanged,
  DisplayKey,
  MoveCornerPiece,
  SetCornerPiece,
  WantedCornerPiece,
} from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { IfMatch } from '../../platform/http/api.ts'
import { requireCondition } from '../conditions/service.ts'
import { requirePicture } from '../media/service.ts'
import {
  CORNER_PIECES,
  type CornerPieceState,
  changed,
  changeProgramme,
  cornerPieceOf,
  cornerPieceStateOf,
  type Found,
  type HeldProgramme,
  type Outcome,
  type Sender,
  toChange,
} from '../programmes/service.ts'
import { requireEverOn, zoneOffsetsOf } from '../schedules/service.ts'

type CornerKey = DisplayKey & { corner: Corner }

/**
 * Sets the content of a corner of a display, or removes it. The other corners, and everything that plays, stay as they are.
 *
 * @param ifMatch the revision of the piece that the sender was shown, 0 for an empty corner
 * @throws AppError display-not-found; changed-meanwhile with the present piece, or null; media-not-found, schedule-never-on,
 * and those of `requireCondition`
 */
export function setCornerPiece(
  context: Context,
  sender: Sender,
  { organisationId, displayId, corner }: CornerKey,
  { piece: wanted }: SetCornerPiece,
  ifMatch: IfMatch,
): Promise<CornerPieceChanged> {
  const key = { organisationId, displayId }
  const work = async (
    queries: Queries,
    held: HeldProgramme,
    found: Found,
  ): Promise<Outcome<{ piece: CornerPiece | null }>> => {
    const before = (await found.cornerPieces()).find(({ id }) => id === corner)
    if (ifMatch !== 'any' && ifMatch !== (before?.revision ?? 0)) {
      throw new AppError('changed-meanwhile', { current: before ? cornerPieceOf(before) : null })
    }
    requireEverOn(wanted?.schedule, zoneOffsetsOf(held.timeZone, context.now()), 'piece.schedule')
    // Above all revisions that the corner has had, also if it was empty in between.
    const revision = held.revision + 1
    const after =
      wanted &&
      cornerPieceStateOf(await pieceOf(context, queries, sender, key, { ...wanted, corner, revision }, before))
    if (isAlike(before, after)) {
      return { answer: { piece: before ? cornerPieceOf(before) : null }, changed: false }
    }
    if (!after) await CORNER_PIECES.remove(queries, key, corner)
    else if (before) await CORNER_PIECES.update(queries, key, after)
    else await CORNER_PIECES.create(queries, key, [after])
    const kind = !after ? 'corner-piece-removed' : before ? 'corner-piece-changed' : 'corner-piece-added'
    return {
      answer: { piece: after && cornerPieceOf(after) },
      ...changed(CORNER_PIECES, kind, before ?? null, after),
    }
  }
  return changeProgramme(context, sender, key, work, { mayInclude: Boolean(wanted?.condition) })
}

/** The piece as it is stored. @throws AppError media-not-found, and those of `requireCondition` */
async function pieceOf(
  context: Context,
  queries: Queries,
  { caller }: Sender,
  { organisationId }: DisplayKey,
  wanted: WantedCornerPiece & Pick<CornerPiece, 'corner' | 'revision'>,
  before: CornerPieceState | undefined,
): Promise<CornerPiece> {
  const { schedule, condition: asked, ...piece } = wanted
  const condition = await requireCondition(queries, caller, organisationId, asked, {
    field: 'piece.condition',
    before: before?.condition,
  })
  const when = {
    ...(schedule && Object.keys(schedule).length > 0 ? { schedule } : {}),
    ...(condition ? { condition } : {}),
  }
  if (piece.kind !== 'logo' || piece.url === undefined) return { ...piece, ...when }
  const { url } = await requirePicture(context, queries, organisationId, piece.url, 'piece.url')
  return { ...piece, url, ...when }
}

/**
 * Moves the content of a corner to an empty one.
 *
 * @throws AppError display-not-found, corner-piece-not-found; changed-meanwhile with the present piece; corner-taken
 */
export function moveCornerPiece(
  context: Context,
  sender: Sender,
  { organisationId, displayId, corner }: CornerKey,
  { to }: MoveCornerPiece,
  ifMatch: IfMatch,
): Promise<CornerPieceChanged> {
  const key = { organisationId, displayId }
  return changeProgramme(context, sender, key, async (queries, held, found) => {
    const pieces = await found.cornerPieces()
    const before = toChange(CORNER_PIECES, pieces, corner, ifMatch)
    if (to === corner) return { answer: { piece: cornerPieceOf(before) }, changed: false }
    if (pieces.some(({ id }) => id === to)) throw new AppError('corner-taken', { field: 'to' })
    const after = cornerPieceStateOf({ ...cornerPieceOf(before), corner: to, revision: held.revision + 1 })
    await CORNER_PIECES.remove(queries, key, corner)
    await CORNER_PIECES.create(queries, key, [after])
    return {
      answer: { piece: cornerPieceOf(after) },
      ...changed(CORNER_PIECES, 'corner-piece-moved', before, after, [
        { thing: 'corner-piece', before, after: null },
        { thing: 'corner-piece', before: null, after },
      ]),
    }
  })
}

function isAlike(one: CornerPieceState | undefined, other: CornerPieceState | null): boolean {
  if (!one || !other) return !one && !other
  return CORNER_PIECES.fieldsBetween(other, one).length === 0
}
