import type { Line, OrganisationId, PlaylistId, ProgrammeId, ProgrammeKey } from '@placard/contract'
import { type ItemUrl, readItemUrl } from '@placard/contract'
import { type FlatProgramme, flattenProgramme } from '@placard/playback'
import type { Queries } from '../platform/database/database.ts'
import type { ItemState } from './item-fields.ts'
import { listItems, listItemsOf } from './items.store.ts'
import { listLines, listLinesOf } from './lines.store.ts'

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
  const contents = new Map(ids.map((id): [ProgrammeId, Contents] => [id, { items: [], lines: [] }]))
  for (const { programmeId, item } of await listItemsOf(queries, organisationId, ids)) {
    contents.get(programmeId)?.items.push(item)
  }
  for (const { programmeId, line } of await listLinesOf(queries, organisationId, ids)) {
    contents.get(programmeId)?.lines.push(line)
  }
  return contents
}

/** The playlists that items include, hidden inclusions too. */
export function includedIn(items: readonly Pick<ItemState, 'playlistId'>[]): PlaylistId[] {
  return items.flatMap(({ playlistId }) => playlistId ?? [])
}

/** Everything that plays: what is visible and can be played, in the place of an inclusion what it brings. */
export function flatten(
  { items, lines }: Contents,
  playlistOf: (id: PlaylistId) => Contents | undefined,
): FlatProgramme<ItemState, Line> {
  return flattenProgramme({
    items,
    lines,
    playlistOf: ({ playlistId }) => (playlistId === null ? undefined : playlistOf(playlistId)),
    isShown: (item) => item.visible && urlOf(item).playable,
  })
}

const urls = new WeakMap<ItemState, ItemUrl>()

/** `readItemUrl` of an item, worked out once: nobody changes a state. */
export function urlOf(item: ItemState): ItemUrl {
  const known = urls.get(item)
  if (known) return known
  const url = readItemUrl(item.type, item.url)
  urls.set(item, url)
  return url
}
