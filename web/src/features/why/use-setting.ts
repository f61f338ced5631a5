import { type IncludedPlaylist, type Item, isPlaylistId, type Line, type ProgrammeKey } from '@placard/contract'
import { type Alone, playlistOf } from '@placard/playback'
import { serverNow } from '../../api/server-clock.ts'
import { useProgramme } from '../../api/use-programme.ts'
import { clockAt, useReader } from '../schedule/use-schedule-clock.ts'
import type { Setting } from './words.ts'

const NO_ZONE: [number, number][] = [[0, 0]]

/** The words' page as it is now, for one thing on it. */
export function useSetting(
  programmeKey: ProgrammeKey,
  id: string,
): Setting & { by: Item | undefined; playlist: IncludedPlaylist | undefined } {
  const { data } = useProgramme(programmeKey)
  const reader = useReader()
  const { items = [], lines = [], playlists = [] } = data ?? {}
  const own: (Item | Line)[] = [...items, ...lines]
  const heldBy = (item: Item): (Item | Line)[] => {
    const playlist = playlistOf(item, playlists)
    return [...(playlist?.items ?? []), ...(playlist?.lines ?? [])]
  }
  const by = items.find((item) => heldBy(item).some((thing) => thing.id === id))
  const all = [...own, ...items.flatMap(heldBy)]
  const included = items.find((item) => item.id === id)
  return {
    clock: clockAt(data?.zoneOffsets ?? NO_ZONE, serverNow()),
    reader,
    isPlaylist: data !== undefined && isPlaylistId(data.id),
    thing: all.find((thing) => thing.id === id),
    by,
    playlist: included && playlistOf(included, playlists),
    broughtBy: by?.title,
    itemWith: (which) => items.find((item) => item.id === which),
    nameOf: ({ id: alone }: Alone) => {
      const found = all.find((thing) => thing.id === alone)
      return found ? nameOf(found) : ''
    },
  }
}

export const nameOf = (thing: Item | Line) => ('title' in thing ? thing.title : thing.text)
