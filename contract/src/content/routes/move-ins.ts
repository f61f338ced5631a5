import { MAX_TABLE_BYTES } from '../../platform/constants.ts'
import { CELL_ERRORS, CONDITION_ERRORS, SCHEDULE_ERRORS, SHARED_ERRORS } from '../../platform/error.ts'
import { MoveInId } from '../../platform/id.ts'
import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import {
  BeginMoveIn,
  BringPlaylist,
  BringTable,
  MoveIn,
  MoveInReport,
  PlaylistBrought,
  TableBrought,
  TellMoveIn,
} from '../move-in.ts'

const MOVE_INS = `${ORGANISATION}/move-ins` as const
const MOVE_IN = `${MOVE_INS}/:moveInId` as const
const moveIn = organisation.extend({ moveInId: MoveInId })

export const MOVE_IN_ROUTES = {
  /** The imports that the caller started; for owners, all of them. Newest first. */
  listMoveIns: {
    method: 'GET',
    path: MOVE_INS,
    access: 'editor',
    params: organisation,
    response: z.array(MoveIn),
  },
  getMoveIn: {
    method: 'GET',
    path: MOVE_IN,
    access: 'editor',
    params: moveIn,
    response: MoveInReport,
  },
  beginMoveIn: {
    method: 'POST',
    path: MOVE_INS,
    access: 'editor',
    params: organisation,
    body: BeginMoveIn,
    response: MoveIn,
  },
  tellMoveIn: {
    method: 'POST',
    path: `${MOVE_IN}/entries`,
    access: 'editor',
    params: moveIn,
    body: TellMoveIn,
    response: 'none',
  },
  bringPlaylist: {
    method: 'POST',
    path: `${MOVE_IN}/playlists`,
    access: 'editor',
    unlimited: true,
    params: moveIn,
    body: BringPlaylist,
    response: PlaylistBrought,
  },
  bringTable: {
    method: 'POST',
    path: `${MOVE_IN}/tables`,
    access: 'editor',
    unlimited: true,
    params: moveIn,
    body: BringTable,
    response: TableBrought,
  },
  /** Removes the report. The imported content stays. */
  removeMoveIn: {
    method: 'DELETE',
    path: MOVE_IN,
    access: 'editor',
    params: moveIn,
    response: 'none',
  },
} as const satisfies Routes

export const MOVE_IN_DETAILS = {
  listMoveIns: { summary: 'Lists the move-ins, newest first.', errors: [] },
  getMoveIn: {
    summary: 'Returns the report of a move-in: what was added, what was left out, and why.',
    errors: ['move-in-not-found'],
  },
  beginMoveIn: {
    summary: 'Starts a move-in with an id that the caller generates. The same id always means the same move-in.',
    errors: ['move-in-not-found', 'name-missing'],
  },
  tellMoveIn: {
    summary: 'Adds results to the report of a move-in.',
    errors: ['move-in-not-found', 'media-not-found', 'name-missing', 'too-long'],
    // 100 paths with four bytes per character.
    bodyBytes: 2 ** 18,
  },
  bringPlaylist: {
    summary: 'Creates a playlist with its content, once for each path of a move-in.',
    errors: [
      'move-in-not-found',
      'too-many-playlists',
      'name-missing',
      'title-missing',
      'url-not-playable',
      ...SHARED_ERRORS,
      'media-not-found',
      'notice-empty',
      'link-not-valid',
      'deck-without-pages',
      'table-not-found',
      'column-not-found',
      'board-column-missing',
      'too-many-boards',
      'too-many-items',
      'too-many-deck-pages',
      'addresses-too-long',
      'notices-too-long',
      ...SCHEDULE_ERRORS,
      ...CONDITION_ERRORS,
    ],
    // The maximum content of a playlist.
    bodyBytes: 2 ** 20,
  },
  bringTable: {
    summary: 'Creates a table with its columns and rows, once for each path of a move-in.',
    errors: [
      'move-in-not-found',
      'too-many-tables',
      'invalid-language',
      'too-many-rows',
      'too-many-columns',
      'id-taken',
      'column-name-taken',
      'name-missing',
      'currency-not-valid',
      ...CELL_ERRORS,
    ],
    // JSON may take more bytes than the cells that are kept.
    bodyBytes: 3 * MAX_TABLE_BYTES,
  },
  removeMoveIn: { summary: 'Removes a report.', errors: ['move-in-not-found'] },
} as const satisfies DetailsOf<typeof MOVE_IN_ROUTES>
