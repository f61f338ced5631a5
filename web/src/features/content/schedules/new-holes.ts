import type { Programme, Schedule } from '@placard/contract'
import { stretchesBetween, type Window } from '@placard/playback'
import { DAY_MS } from './local-date.ts'
import { whatPlays } from './what-plays.ts'

/** The period that is checked: it covers everything that repeats weekly. */
const AHEAD_MS = 7 * DAY_MS

/**
 * The times of the coming week at which nothing would play on a display, although something does now, or for longer than now (SD8).
 *
 * @param programme a display's
 * @param ids of the items that would get another schedule: the display's own, or those of included playlists. Lines leave no holes
 * @param schedule undefined: always
 * @param now milliseconds since 1970
 */
export function newHoles(
  programme: Pick<Programme, 'items' | 'playlists' | 'zoneOffsets' | 'values'>,
  ids: readonly string[],
  schedule: Schedule | undefined,
  now: number,
): Window[] {
  const changed = <Thing extends { id: string; schedule?: Schedule | undefined }>(things: readonly Thing[]) =>
    things.map((thing) => (ids.includes(thing.id) ? { ...thing, schedule } : thing))
  const before = holesIn(programme, now)
  const after = holesIn(
    {
      ...programme,
      items: changed(programme.items),
      playlists: programme.playlists.map((playlist) => ({ ...playlist, items: changed(playlist.items) })),
    },
    now,
  )
  return after.filter(({ begin, end }) => !before.some((hole) => hole.begin <= begin && end <= hole.end))
}

function holesIn({ items, playlists, zoneOffsets, values }: Parameters<typeof newHoles>[0], now: number): Window[] {
  const playing = whatPlays({ items, lines: [], playlists, values }).items
  return stretchesBetween(playing, zoneOffsets, { begin: now, end: now + AHEAD_MS }).holes
}

/** @param hole of `newHoles` @returns true if its end is unknown: it lasts until the end of the checked period */
export const isOpenEnded = (hole: Window, now: number) => hole.end >= now + AHEAD_MS
