import { type DisplayKey, MAX_WALL_SIDE, ScreenId, type Wall } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'

/** A wall, and the time until which its screens show the test card. */
export type StoredWall = Wall & { testCardUntil: number | null }

const COLUMNS = [
  'columns',
  'rows',
  'panel_width as panelWidth',
  'panel_height as panelHeight',
  'frame_side as frameSide',
  'frame_top as frameTop',
  'test_card_until as testCardUntil',
  'revision',
] as const

const selectWall = statement((queries, { organisationId, displayId }: DisplayKey) =>
  queries
    .selectFrom('wall')
    .select(COLUMNS)
    .where('organisation_id', '=', organisationId)
    .where('display_id', '=', displayId),
)

/** Only cells whose screen is paired and plays this display. */
const selectCells = statement((queries, { organisationId, displayId }: DisplayKey) =>
  queries
    .selectFrom('wall_cell')
    .innerJoin('paired_screen', (join) =>
      join
        .onRef('paired_screen.id', '=', 'wall_cell.screen_id')
        .onRef('paired_screen.organisation_id', '=', 'wall_cell.organisation_id')
        .onRef('paired_screen.display_id', '=', 'wall_cell.display_id')
        .on('paired_screen.let_go_at', 'is', null),
    )
    .select(['wall_cell.place', 'wall_cell.screen_id as screenId'])
    .where('wall_cell.organisation_id', '=', organisationId)
    .where('wall_cell.display_id', '=', displayId)
    .orderBy('wall_cell.place'),
)

export async function findWall(queries: Queries, key: DisplayKey): Promise<StoredWall | undefined> {
  const [row] = (await selectWall(queries, key)).rows
  if (!row) return undefined
  const { rows: cells } = await selectCells(queries, key)
  const { panelWidth, panelHeight, frameSide, frameTop, ...rest } = row
  return {
    ...rest,
    panelWidthMm: panelWidth / 10,
    panelHeightMm: panelHeight / 10,
    frameSideMm: frameSide / 10,
    frameTopMm: frameTop / 10,
    cells: cells.map(({ place, screenId }) => ({
      column: place % MAX_WALL_SIDE,
      row: Math.floor(place / MAX_WALL_SIDE),
      screenId: ScreenId.parse(screenId),
    })),
  }
}

export async function createWall(queries: Queries, { organisationId, displayId }: DisplayKey, wall: StoredWall) {
  const row = { ...rowOf(wall), test_card_until: wall.testCardUntil }
  await queries
    .insertInto('wall')
    .values({ organisation_id: organisationId, display_id: displayId, ...row })
    .execute()
}

export async function updateWall(queries: Queries, { organisationId, displayId }: DisplayKey, wall: Wall) {
  await updateWhere(queries, 'wall', { organisation_id: organisationId, display_id: displayId }, rowOf(wall))
}

const tenths = (mm: number) => Math.round(mm * 10)

function rowOf({ columns, rows, panelWidthMm, panelHeightMm, frameSideMm, frameTopMm, revision }: Wall) {
  return {
    columns,
    rows,
    panel_width: tenths(panelWidthMm),
    panel_height: tenths(panelHeightMm),
    frame_side: tenths(frameSideMm),
    frame_top: tenths(frameTopMm),
    revision,
  }
}

export async function removeWall(queries: Queries, { organisationId, displayId }: DisplayKey): Promise<void> {
  await removeWhere(queries, 'wall', { organisation_id: organisationId, display_id: displayId })
}

export async function removeCells(queries: Queries, { organisationId, displayId }: DisplayKey): Promise<void> {
  await removeWhere(queries, 'wall_cell', { organisation_id: organisationId, display_id: displayId })
}

export async function createCells(
  queries: Queries,
  { organisationId, displayId }: DisplayKey,
  cells: Wall['cells'],
): Promise<void> {
  if (cells.length === 0) return
  await queries
    .insertInto('wall_cell')
    .values(
      cells.map(({ column, row, screenId }) => ({
        organisation_id: organisationId,
        display_id: displayId,
        place: row * MAX_WALL_SIDE + column,
        screen_id: screenId,
      })),
    )
    .execute()
}

/** @returns true if the screen was in a cell of any wall */
export async function removeCellsOf(queries: Queries, screenIds: readonly ScreenId[]): Promise<boolean> {
  if (screenIds.length === 0) return false
  const result = await queries.deleteFrom('wall_cell').where('screen_id', 'in', screenIds).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Puts a screen into the cell of another one. @returns true if that one was in a cell */
export async function updateCellOf(queries: Queries, from: ScreenId, to: ScreenId): Promise<boolean> {
  return (await updateWhere(queries, 'wall_cell', { screen_id: from }, { screen_id: to })) > 0
}

export async function raiseRevision(queries: Queries, { organisationId, displayId }: DisplayKey): Promise<void> {
  await queries
    .updateTable('wall')
    .set((column) => ({ revision: column('revision', '+', 1) }))
    .where('organisation_id', '=', organisationId)
    .where('display_id', '=', displayId)
    .execute()
}

/** @param until null: the screens show what they play. @returns false if there is no wall */
export async function updateTestCard(
  queries: Queries,
  { organisationId, displayId }: DisplayKey,
  until: number | null,
): Promise<boolean> {
  return (
    (await updateWhere(
      queries,
      'wall',
      { organisation_id: organisationId, display_id: displayId },
      { test_card_until: until },
    )) > 0
  )
}
