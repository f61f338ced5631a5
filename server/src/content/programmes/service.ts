import type { Item, Line, OrganisationId, PlaylistId, ProgrammeKey } from '@placard/contract'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { HeldProgramme } from '../commands/service.ts'
import { boardContentsOf } from './boards.ts'
import { notFound } from './change.ts'
import { includedIn } from './contents.ts'
import { deckPagesOf } from './decks.ts'
import { feedEntriesOf } from './feeds.ts'
import { type ItemState, itemOf } from './item-fields.ts'
import { placeOf } from './place.ts'
import { readSources } from './sources.ts'
import { findPlaylistName, findProgramme, type KnownRevision, listIncluders, listRevisions } from './store.ts'
import { findValueIn, lineOf, shownOfItem } from './values.ts'

export { type HeldProgramme, type Sender, serverSender } from '../commands/service.ts'
export { listRestarted, readAnswers } from './answers.ts'
export { boardContentsOf, listShowing, requireTable } from './boards.ts'
export { changeProgramme, isAmong, isSame, mayChange, notFound, type Outcome, withIncluders } from './change.ts'
export { renewAnswers } from './clocks.ts'
export {
  answererFor,
  type Contents,
  contentsOf,
  type Found,
  fileReaderOf,
  findContents,
  flatten,
  includedIn,
  listTablesIn,
  NO_CONTENTS,
  NOTHING_FOUND,
  readContents,
  readSourcesOf,
  readWhole,
  type WholeContents,
} from './contents.ts'
export {
  type CornerPieceState,
  cornerPieceOf,
  cornerPieceStateOf,
  pictureOf,
  usesBrand,
} from './corner-piece-state.ts'
export { listCornerPieces } from './corner-pieces.store.ts'
export { deckPagesOf, shownAsItems } from './decks.ts'
export { type CopiedEntry, FeedCopy } from './feed-copy.ts'
export type { Place } from './feed-entries.ts'
export { expand, feedEntriesOf, feedIdOf } from './feeds.ts'
export { changesEach } from './foreseen.ts'
export {
  BARE_ITEM,
  type ItemState,
  isWhole,
  itemOf,
  settingsOf,
  urlOf,
  valuesOfItem,
  withChange,
} from './item-fields.ts'
export { listItems, listItemsWithRemoved } from './items.store.ts'
export { type LayoutState, layoutOf, layoutStateOf, playlistsInZones } from './layout-state.ts'
export { listLayouts, listLayoutsOf, listZonesOf } from './layouts.store.ts'
export { listLines, valuesOfLine } from './lines.store.ts'
export { placeOf } from './place.ts'
export { addressBytesOf, type Done, playableOf, settle, weightOfItems } from './settle.ts'
export { readSources, type Sources } from './sources.ts'
export { findProgramme, listTold, removeContents } from './store.ts'
export { changed, detailsOf, move, put, remove, type Thing, toChange } from './thing.ts'
export { CORNER_PIECES, ITEMS, LAYOUTS, LINES, THINGS } from './things.ts'
export { changeSeveral, type Several, targetsOf } from './together.ts'
export { touchOf, weatherTouchOf } from './touch.ts'
export { findValueIn, lineOf, requireValues, shownItem, shownOfItem, textsOfItem } from './values.ts'
export { ForecastCopy, type ForecastStep, nextFigureAt, withPast } from './weather-copy.ts'
export {
  readCopy,
  readTown,
  readUnits,
  readWeatherOfDisplays,
  until as untilForecastIsOld,
  usesWeatherValues,
  weatherHere,
} from './weather-of-displays.ts'

/** Items as the API returns them, decks with their pages, feeds with their entries, boards with their contents and texts with their values. */
export async function answerItems(
  queries: Queries,
  held: HeldProgramme,
  items: readonly ItemState[],
  now: number,
): Promise<Item[]> {
  const sources = await readSources(queries, held.organisationId, items)
  const place = placeOf(held, sources, now)
  const find = findValueIn(sources, place)
  return items.map((item) =>
    itemOf(item, {
      pages: deckPagesOf(item, sources),
      entries: feedEntriesOf(item, sources, place),
      contents: boardContentsOf(item, sources, now),
      shown: shownOfItem(item, find),
    }),
  )
}

/** Lines as the API returns them, with their values. */
export async function answerLines(
  queries: Queries,
  held: HeldProgramme,
  lines: readonly Line[],
  now: number,
): Promise<Line[]> {
  const sources = await readSources(queries, held.organisationId, [], undefined, lines)
  const find = findValueIn(sources, placeOf(held, sources, now))
  return lines.map((line) => lineOf(line, find))
}

/**
 * Checks that a playlist may be included. Locks the organisation, so that the playlist cannot be removed meanwhile.
 *
 * @param items of the programme that will include it
 * @returns the playlist's name
 * @throws AppError playlist-in-playlist, playlist-included-already, playlist-not-found
 */
export async function requireMayInclude(
  queries: Queries,
  held: HeldProgramme,
  items: readonly ItemState[],
  playlistId: PlaylistId,
): Promise<string> {
  if ('playlistId' in held) throw new AppError('playlist-in-playlist', { field: 'url' })
  const name = await findPlaylistName(queries, { organisationId: held.organisationId, playlistId })
  if (name === undefined) throw new AppError('playlist-not-found', { field: 'url' })
  if (includedIn(items).includes(playlistId)) throw new AppError('playlist-included-already', { field: 'url' })
  return name
}

/**
 * Checks that the caller may see a playlist. Everybody in the organisation may, except a person who is limited to some displays:
 * one of these must include it. For a display, the limits were checked before.
 *
 * @throws AppError playlist-not-found
 */
export async function requireSight(
  queries: Queries,
  caller: Pick<Caller, 'displays'> | undefined,
  key: ProgrammeKey,
): Promise<void> {
  if (!(await maySee(queries, caller, key))) throw new AppError('playlist-not-found')
}

/** The same check, returned as a boolean. */
export async function maySee(
  queries: Queries,
  caller: Pick<Caller, 'displays'> | undefined,
  key: ProgrammeKey,
): Promise<boolean> {
  if (!('playlistId' in key) || caller?.displays === null) return true
  const includers = caller ? await listIncluders(queries, key) : []
  return caller !== undefined && includers.some(({ displayId }) => mayUse(caller, displayId))
}

/** The programme that a call names in its parameters. */
export function keyOf<Key extends ProgrammeKey>(params: Key): ProgrammeKey {
  const { organisationId } = params
  return 'playlistId' in params
    ? { organisationId, playlistId: params.playlistId }
    : { organisationId, displayId: params.displayId }
}

/**
 * The revisions of a programme: `toldRevision` is the last one in its own log. @throws AppError display-not-found,
 * playlist-not-found
 */
export async function readRevisions(
  queries: Queries,
  key: ProgrammeKey,
): Promise<{ revision: number; toldRevision: number }> {
  const found = await findProgramme(queries, key)
  if (!found) throw new AppError(notFound(key))
  return found
}

/** Organisations per query. SQLite allows 32,766 values and PostgreSQL 65,535. */
const ORGANISATIONS_AT_ONCE = 500

/** Reads the revision of each programme of these organisations. Includes removed programmes. */
export async function findRevisions(queries: Queries, organisationIds: OrganisationId[]): Promise<KnownRevision[]> {
  const found = []
  for (let from = 0; from < organisationIds.length; from += ORGANISATIONS_AT_ONCE) {
    found.push(...(await listRevisions(queries, organisationIds.slice(from, from + ORGANISATIONS_AT_ONCE))))
  }
  return found
}
