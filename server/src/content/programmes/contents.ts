import type { Line, MediaId, OrganisationId, PlaylistId, ProgrammeId, ProgrammeKey } from '@placard/contract'
import { type FlatProgramme, flattenProgramme } from '@placard/playback'
import type { Queries } from '../../platform/database/database.ts'
import { shownAsItems } from './decks.ts'
import { entriesOf, type Place } from './feeds.ts'
import { type ItemState, urlOf } from './item-fields.ts'
import { type HeldItem, listItems, listItemsOf } from './items.store.ts'
import { type HeldLine, listLines, listLinesOf } from './lines.store.ts'
import { readSources, type Sources } from './sources.ts'

/** Everything in a programme, hidden items too, in order. */
export type Contents = { items: ItemState[]; lines: Line[] }

/** The contents of a programme as a command found them; each list is read when it is first asked for, once. */
export type Found = { items: () => Promise<ItemState[]>; lines: () => Promise<Line[]> }

export function findContents(queries: Queries, key: ProgrammeKey): Found {
  let items: Promise<ItemState[]> | undefined
  let lines: Promise<Line[]> | undefined
  return {
    items() {
      items ??= listItems(queries, key)
      return items
    },
    lines() {
      lines ??= listLines(queries, key)
      return lines
    },
  }
}

/** Reads several programmes of an organisation; one that holds nothing, or is not there, has empty lists. */
export async function readContents(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly ProgrammeId[],
): Promise<Map<ProgrammeId, Contents>> {
  return gather(ids, await listItemsOf(queries, organisationId, ids), await listLinesOf(queries, organisationId, ids))
}

function gather(ids: readonly ProgrammeId[], items: readonly HeldItem[], lines: readonly HeldLine[]) {
  const contents = new Map(ids.map((id): [ProgrammeId, Contents] => [id, { items: [], lines: [] }]))
  for (const { programmeId, item } of items) contents.get(programmeId)?.items.push(item)
  for (const { programmeId, line } of lines) contents.get(programmeId)?.lines.push(line)
  return contents
}

/** Programmes and the playlists that they include, by the ids of both, with the stored files of their items and what stands behind these. */
export type WholeContents = {
  contents: Map<ProgrammeId, Contents>
  sources: Sources
  /** Of an item, or of a page that a deck shows. */
  fileOf: (item: ItemState) => HeldItem['file']
}

/** Reads several programmes of an organisation with all that they include. */
export async function readWhole(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly ProgrammeId[],
): Promise<WholeContents> {
  const own = await listItemsOf(queries, organisationId, ids)
  const included = [...new Set(includedIn(own.map(({ item }) => item)))]
  const items = [...own, ...(await listItemsOf(queries, organisationId, included))]
  const all = [...ids, ...included]
  const sources = await readSources(
    queries,
    organisationId,
    items.map(({ item }) => item),
  )
  return {
    contents: gather(all, items, await listLinesOf(queries, organisationId, all)),
    sources,
    fileOf: fileReaderOf(
      items.flatMap(({ item: { mediaId }, file }) => (mediaId === null || !file ? [] : [[mediaId, file]])),
      sources,
    ),
  }
}

/** Of stored files by their ids, and of the pages of decks. */
export function fileReaderOf(
  files: Iterable<readonly [MediaId, HeldItem['file']]>,
  { decks }: Pick<Sources, 'decks'>,
): WholeContents['fileOf'] {
  const byId = new Map<MediaId, HeldItem['file']>(files)
  for (const page of [...decks.values()].flat()) byId.set(page.mediaId, page)
  return ({ mediaId }) => (mediaId === null ? undefined : byId.get(mediaId))
}

/** The playlists that items include, hidden inclusions too. */
export function includedIn(items: readonly Pick<ItemState, 'playlistId'>[]): PlaylistId[] {
  return items.flatMap(({ playlistId }) => playlistId ?? [])
}

/**
 * Everything that plays: what is visible and can be played, in the place of an inclusion what it brings, in that of a deck its pages, in that of a feed its entries.
 *
 * @param sources of all these
 * @param place where it plays
 */
export function flatten(
  { items, lines }: Contents,
  playlistOf: (id: PlaylistId) => Contents | undefined,
  sources: Sources,
  place: Place,
): FlatProgramme<ItemState, Line> {
  return flattenProgramme({
    items,
    lines,
    playlistOf: ({ playlistId }) => (playlistId === null ? undefined : playlistOf(playlistId)),
    pagesOf: (item) => shownAsItems(item, sources),
    entriesOf: (item) => entriesOf(item, sources, place),
    isShown: (item) => item.visible && urlOf(item).playable,
  })
}
