import {
  type Line,
  type MediaId,
  type OrganisationId,
  type PlaylistId,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
  type TableId,
} from '@placard/contract'
import { type AnswerOf, answerByClock, type FlatProgramme, flattenProgramme } from '@placard/playback'
import type { Queries } from '../../platform/database/database.ts'
import { comparedBy } from '../conditions/service.ts'
import { readValues } from '../values/service.ts'
import { type CornerPieceState, pictureOf } from './corner-piece-state.ts'
import { type HeldCornerPiece, listCornerPieces, listCornerPiecesOf } from './corner-pieces.store.ts'
import { shownAsItems } from './decks.ts'
import { entriesOf, type Place } from './feeds.ts'
import { foreseenUntil, MOST_CHANGES } from './foreseen.ts'
import { type ItemState, urlOf, valuesOfItem } from './item-fields.ts'
import { type HeldItem, listItems, listItemsOf } from './items.store.ts'
import { type LayoutState, playlistsInZones } from './layout-state.ts'
import { type HeldLayout, listLayouts, listLayoutsOf } from './layouts.store.ts'
import { type HeldLine, listLines, listLinesOf, valuesOfLine } from './lines.store.ts'
import { NO_SOURCES, readSources, type Sources } from './sources.ts'
import { findValueIn, shownItems, shownLine } from './values.ts'
import { readWeather, withForecast } from './weather-of-displays.ts'

/** All items and lines of a programme in order, including hidden ones, its layout if it has one, and its corner pieces. */
export type Contents = {
  items: ItemState[]
  lines: Line[]
  layouts: LayoutState[]
  cornerPieces: CornerPieceState[]
}

/** The contents of a programme before a command. Each list is read once, when first needed. */
export type Found = {
  items: () => Promise<ItemState[]>
  lines: () => Promise<Line[]>
  layouts: () => Promise<LayoutState[]>
  cornerPieces: () => Promise<CornerPieceState[]>
}

export function findContents(queries: Queries, key: ProgrammeKey): Found {
  let items: Promise<ItemState[]> | undefined
  let lines: Promise<Line[]> | undefined
  let layouts: Promise<LayoutState[]> | undefined
  let cornerPieces: Promise<CornerPieceState[]> | undefined
  return {
    items() {
      items ??= listItems(queries, key)
      return items
    },
    lines() {
      lines ??= listLines(queries, key)
      return lines
    },
    layouts() {
      layouts ??= listLayouts(queries, key)
      return layouts
    },
    cornerPieces() {
      cornerPieces ??= listCornerPieces(queries, key)
      return cornerPieces
    },
  }
}

/** Reads all lists of a programme. */
export async function contentsOf(found: Found): Promise<Contents> {
  return {
    items: await found.items(),
    lines: await found.lines(),
    layouts: await found.layouts(),
    cornerPieces: await found.cornerPieces(),
  }
}

/** A programme without contents. */
export const NOTHING_FOUND: Found = {
  items: async () => [],
  lines: async () => [],
  layouts: async () => [],
  cornerPieces: async () => [],
}

export const NO_CONTENTS: Contents = { items: [], lines: [], layouts: [], cornerPieces: [] }

/** Reads several programmes of an organisation. Programmes that are empty or do not exist have empty lists. */
export async function readContents(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly ProgrammeId[],
): Promise<Map<ProgrammeId, Contents>> {
  return gather(
    ids,
    await listItemsOf(queries, organisationId, ids),
    await listLinesOf(queries, organisationId, ids),
    await listLayoutsOf(queries, organisationId, ids),
    await listCornerPiecesOf(queries, organisationId, ids),
  )
}

function gather(
  ids: readonly ProgrammeId[],
  items: readonly HeldItem[],
  lines: readonly HeldLine[],
  layouts: readonly HeldLayout[],
  cornerPieces: readonly HeldCornerPiece[],
) {
  const contents = new Map(
    ids.map((id): [ProgrammeId, Contents] => [id, { items: [], lines: [], layouts: [], cornerPieces: [] }]),
  )
  for (const { programmeId, item } of items) contents.get(programmeId)?.items.push(item)
  for (const { programmeId, line } of lines) contents.get(programmeId)?.lines.push(line)
  for (const { programmeId, layout } of layouts) contents.get(programmeId)?.layouts.push(layout)
  for (const { programmeId, piece } of cornerPieces) contents.get(programmeId)?.cornerPieces.push(piece)
  return contents
}

/** Programmes and the playlists that they include or have in zones, by id, with the stored files and the sources of their items. */
export type WholeContents = {
  contents: Map<ProgrammeId, Contents>
  sources: Sources
  /** The stored file of an item, of a page of a deck, or of a logo in a corner. */
  fileOf: (of: Pick<ItemState, 'mediaId'>) => HeldItem['file']
}

/** Reads several programmes of an organisation with everything that they include and have in zones. */
export async function readWhole(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly ProgrammeId[],
): Promise<WholeContents> {
  const own = await listItemsOf(queries, organisationId, ids)
  const layouts = await listLayoutsOf(queries, organisationId, ids)
  const cornerPieces = await listCornerPiecesOf(queries, organisationId, ids)
  const included = [
    ...new Set([...includedIn(own.map(({ item }) => item)), ...playlistsInZones(layouts.map(({ layout }) => layout))]),
  ].filter((id) => !ids.includes(id))
  const items = [...own, ...(await listItemsOf(queries, organisationId, included))]
  const all = [...ids, ...included]
  const contents = gather(all, items, await listLinesOf(queries, organisationId, all), layouts, cornerPieces)
  const sources = await readSourcesOf(queries, organisationId, [...contents.values()])
  return {
    contents,
    sources,
    fileOf: fileReaderOf(
      [
        ...items.map(({ item: { mediaId }, file }) => ({ mediaId, file })),
        ...cornerPieces.map(({ piece, file }) => ({ mediaId: pictureOf(piece), file })),
      ].flatMap(({ mediaId, file }) => (mediaId === null || !file ? [] : [[mediaId, file]])),
      sources,
    ),
  }
}

/** Reads the sources of everything in programmes: of items, of texts and of conditions. */
export async function readSourcesOf(
  queries: Queries,
  organisationId: OrganisationId,
  contents: readonly Contents[],
): Promise<Sources> {
  const sources = await readSources(
    queries,
    organisationId,
    contents.flatMap(({ items }) => items),
    NO_SOURCES,
    contents.flatMap(({ lines }) => lines),
  )
  const others = contents.flatMap(({ layouts, cornerPieces }) =>
    [...layouts.flatMap(({ zones }) => zones), ...cornerPieces].flatMap(comparedBy),
  )
  const pieces = contents.flatMap(({ cornerPieces }) => cornerPieces.map(({ kind }) => ({ type: kind })))
  return {
    ...sources,
    values: await readValues(queries, organisationId, others, sources.values),
    weather: await readWeather(queries, organisationId, pieces, others, sources.weather),
  }
}

/** The tables that a programme shows or compares now: those of boards, texts and conditions, also in its playlists and zones. */
export async function listTablesIn(queries: Queries, key: ProgrammeKey): Promise<TableId[]> {
  const id = programmeIdOf(key)
  const own = (await readContents(queries, key.organisationId, [id])).get(id) ?? NO_CONTENTS
  const included = [...new Set([...includedIn(own.items), ...playlistsInZones(own.layouts)])]
  const all = [own, ...(await readContents(queries, key.organisationId, included)).values()]
  const values = all.flatMap(({ items, lines, layouts, cornerPieces }) => [
    ...items.flatMap(valuesOfItem),
    ...lines.flatMap(valuesOfLine),
    ...[...layouts.flatMap(({ zones }) => zones), ...cornerPieces].flatMap(comparedBy),
  ])
  const ofBoards = all.flatMap(({ items }) => items.flatMap(({ board }) => board?.tableId ?? []))
  return [...new Set([...ofBoards, ...values.flatMap((value) => ('tableId' in value ? value.tableId : []))])]
}

/**
 * Answers conditions by the values that were read.
 *
 * @param now milliseconds since 1970
 * @param most changes of an answer by the clock; those further ahead are left out
 */
export function answererFor(
  sources: Pick<Sources, 'values'>,
  place: Place,
  now: number,
  most = MOST_CHANGES,
): AnswerOf {
  const clock = { zoneOffsets: place.zoneOffsets, from: now, until: foreseenUntil(now), most }
  const find = findValueIn(sources, place)
  return ({ condition }) => (condition ? answerByClock(condition, find, now, clock) : undefined)
}

/** Finds stored files by id, including pages of decks. */
export function fileReaderOf(
  files: Iterable<readonly [MediaId, HeldItem['file']]>,
  { decks }: Pick<Sources, 'decks'>,
): WholeContents['fileOf'] {
  const byId = new Map<MediaId, HeldItem['file']>(files)
  for (const page of [...decks.values()].flat()) byId.set(page.mediaId, page)
  return ({ mediaId }) => (mediaId === null ? undefined : byId.get(mediaId))
}

/** The playlists that items include. Includes hidden inclusions. */
export function includedIn(items: readonly Pick<ItemState, 'playlistId'>[]): PlaylistId[] {
  return items.flatMap(({ playlistId }) => playlistId ?? [])
}

/**
 * Lists everything that plays: visible and playable items, with inclusions replaced by the contents of their playlists, decks by
 * their pages, and feeds by their entries. Values in texts are filled in; what has nothing left without a missing one is left out.
 *
 * @param sources of all these items
 * @param answerOf answers the conditions of inclusions (`answererFor`)
 * @param place the display's clock, language and weather
 */
export function flatten(
  { items, lines }: Pick<Contents, 'items' | 'lines'>,
  playlistOf: (id: PlaylistId) => Contents | undefined,
  sources: Sources,
  place: Place,
  answerOf: AnswerOf,
): FlatProgramme<ItemState, Line> {
  const find = findValueIn(sources, place)
  const shownIn = (one: Pick<Contents, 'items' | 'lines'>) => ({
    items: one.items.flatMap((item) => shownItems(item, find, place)),
    lines: one.lines.flatMap((line) => shownLine(line, find, place) ?? []),
  })
  return flattenProgramme({
    ...shownIn({ items, lines }),
    playlistOf: ({ playlistId }) => {
      const playlist = playlistId === null ? undefined : playlistOf(playlistId)
      return playlist && shownIn(playlist)
    },
    pagesOf: (item) => shownAsItems(item, sources),
    entriesOf: (item) => entriesOf(item, sources, place),
    weatherOf: (item) => withForecast(item, place),
    isShown: (item) => item.visible && urlOf(item).playable,
    answerOf,
  })
}
