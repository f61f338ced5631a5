import {
  type IncludedPlaylist,
  type Item,
  type Line,
  type Programme,
  playlistAt,
  type Schedule,
} from '@placard/contract'
import { flattenProgramme, isAlone } from '@placard/playback'
import type { ScheduleClock } from './use-schedule-clock.ts'

/** Something that plays, with what it plays by. */
export type Playing<Thing> = {
  thing: Thing
  /** The item that includes the playlist that it is from; undefined: it is the programme's own. */
  by: Item | undefined
  /** It is on while all of them are: its own, and that of the inclusion. */
  schedules: readonly (Schedule | undefined)[]
}

type Holding = Pick<Programme, 'items' | 'lines' | 'playlists'>

/** The playlist that an item includes; undefined for every other item, and for one that is not there. */
export function playlistOf(item: Item, playlists: readonly IncludedPlaylist[]): IncludedPlaylist | undefined {
  const id = item.type === 'playlist' ? playlistAt(item.url) : undefined
  return id && playlists.find((playlist) => playlist.id === id)
}

/** Everything that plays at some time, hidden and unplayable things left out: of the programme itself, and of its playlists. */
export function whatPlays({ items, lines, playlists }: Holding): { items: Playing<Item>[]; lines: Playing<Line>[] } {
  const broughtBy = new Map<Item | Line, Item>()
  for (const item of items) {
    const playlist = playlistOf(item, playlists)
    for (const thing of playlist ? [...playlist.items, ...playlist.lines] : []) broughtBy.set(thing, item)
  }
  const playing = <Thing extends Item | Line>(thing: Thing): Playing<Thing> => {
    const by = broughtBy.get(thing)
    return { thing, by, schedules: [thing.schedule, by?.schedule] }
  }
  const flat = flattenProgramme<Item, Line>({
    items,
    lines,
    playlistOf: (item) => playlistOf(item, playlists),
    isShown: ({ visible, playable }) => visible && playable,
  })
  return { items: flat.items.map(({ item }) => playing(item)), lines: flat.lines.map(({ line }) => playing(line)) }
}

/** Every schedule by which something of it comes and goes. */
export function schedulesIn({ items, lines, playlists }: Holding): (Schedule | undefined)[] {
  const held = [...items, ...lines, ...playlists.flatMap((playlist) => [...playlist.items, ...playlist.lines])]
  return held.map(({ schedule }) => schedule)
}

/** Its items, and those of its playlists: whatever a screen may tell about. */
export function itemsIn({ items, playlists }: Pick<Programme, 'items' | 'playlists'>): Item[] {
  return [...items, ...playlists.flatMap((playlist) => playlist.items)]
}

/** Those that are on now: all whose schedules are, or those that are alone as long as one of them is (SD6). */
export function onNow<Thing>(playing: Playing<Thing>[], clock: ScheduleClock): Playing<Thing>[] {
  const on = playing.filter(({ schedules }) => schedules.every((schedule) => clock.stateOf(schedule).isOn))
  const alone = on.filter(({ schedules }) => isAlone(schedules))
  return alone.length > 0 ? alone : on
}

/**
 * The one for which everything else waits now, and its name.
 *
 * @param nameOf its title or text
 */
export function findAlone<Thing>(
  playing: Playing<Thing>[],
  clock: ScheduleClock,
  nameOf: (thing: Thing) => string,
): (Playing<Thing> & { name: string }) | undefined {
  const alone = onNow(playing, clock).find(({ schedules }) => isAlone(schedules))
  return alone && { ...alone, name: nameAlone(alone, nameOf) }
}

/** The name of one that is alone: its inclusion's, if that makes it so. */
export function nameAlone<Thing>({ by, thing }: Playing<Thing>, nameOf: (thing: Thing) => string): string {
  return by?.schedule?.alone ? by.title : nameOf(thing)
}
