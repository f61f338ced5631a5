import {
  type IncludedPlaylist,
  type Item,
  isPlaylistId,
  type Line,
  type Programme,
  type ProgrammeKey,
} from '@placard/contract'
import { type Alone, playlistOf } from '@placard/playback'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { textOf } from '../entries/text-of.ts'
import { clockAt, useReader } from '../schedules/use-schedule-clock.ts'
import type { Setting } from './words.ts'

const NO_ZONE: [number, number][] = [[0, 0]]

/** The current page, for explaining one thing on it. */
export function useSetting(
  programmeKey: ProgrammeKey,
  id: string,
): Setting & { programme: Programme | undefined; by: Item | undefined; playlist: IncludedPlaylist | undefined } {
  const { data } = useProgramme(programmeKey)
  const reader = useReader()
  const { things, items, bringers } = data ? heldIn(data) : NOTHING
  const by = bringers.get(id)
  const included = items.get(id)
  return {
    programme: data,
    clock: clockAt(data?.zoneOffsets ?? NO_ZONE, serverNow()),
    reader,
    isPlaylist: data !== undefined && isPlaylistId(data.id),
    thing: things.get(id),
    by,
    playlist: included && playlistOf(included, data?.playlists ?? []),
    broughtBy: by?.title,
    itemWith: (which) => items.get(which),
    nameOf: ({ id: alone }: Alone) => {
      const found = things.get(alone)
      return found ? nameOf(found) : ''
    },
  }
}

type Held = {
  /** Everything in the programme, including the content of playlists. */
  things: ReadonlyMap<string, Item | Line>
  items: ReadonlyMap<string, Item>
  /** The first item that includes a thing. */
  bringers: ReadonlyMap<string, Item>
}
const NOTHING: Held = { things: new Map(), items: new Map(), bringers: new Map() }
const known = new WeakMap<Programme, Held>()

/** Computed once for all cards. */
function heldIn(programme: Programme): Held {
  const before = known.get(programme)
  if (before) return before
  const { items, lines, playlists } = programme
  const things = new Map<string, Item | Line>([...items, ...lines].map((thing) => [thing.id, thing]))
  const bringers = new Map<string, Item>()
  for (const item of items) {
    const playlist = playlistOf(item, playlists)
    for (const thing of [...(playlist?.items ?? []), ...(playlist?.lines ?? [])]) {
      if (!things.has(thing.id)) things.set(thing.id, thing)
      if (!bringers.has(thing.id)) bringers.set(thing.id, item)
    }
  }
  const held = { things, items: new Map(items.map((item) => [item.id, item])), bringers }
  known.set(programme, held)
  return held
}

export const nameOf = (thing: Item | Line) => ('title' in thing ? thing.title : textOf(thing))
