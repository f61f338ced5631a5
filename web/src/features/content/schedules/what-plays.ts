import type { Item, Line, Programme, Schedule } from '@placard/contract'
import {
  answererOf,
  entriesOf,
  finderOf,
  flattenProgramme,
  onAt,
  playlistOf,
  type When,
  whenOf,
} from '@placard/playback'
import type { ScheduleClock } from './use-schedule-clock.ts'

/** Something that plays, with its schedules and conditions. */
export type Playing<Thing> = {
  thing: Thing
  /** The item that includes its playlist, or the feed that it is an entry of; undefined: the programme's own entry. */
  by: Item | undefined
  /** It is on while all of these are: its own schedule and condition, and those of the inclusion. */
  schedules: readonly (When | undefined)[]
}

/** False: a value of its text is missing. */
const isRunning = ({ shown }: Line) => !shown?.isOff

type Holding = Pick<Programme, 'items' | 'lines' | 'playlists' | 'values'>

/** Everything that plays at some time, from the programme and its playlists, without hidden and unplayable entries. */
export function whatPlays({ items, lines, playlists, values }: Holding): {
  items: Playing<Item>[]
  lines: Playing<Line>[]
} {
  const answerOf = answererOf(finderOf(values))
  const whenFor = (thing: Item | Line) => whenOf({ schedule: thing.schedule, condition: answerOf(thing) })
  const broughtBy = new Map<Item | Line, Item>()
  for (const item of items) {
    const playlist = playlistOf(item, playlists)
    for (const thing of playlist ? [...playlist.items, ...playlist.lines] : []) broughtBy.set(thing, item)
  }
  const entriesIn = (feed: Item) => {
    const entries = entriesOf(feed)
    for (const entry of [...entries.items, ...entries.lines]) broughtBy.set(entry, broughtBy.get(feed) ?? feed)
    return entries
  }
  const playing = <Thing extends Item | Line>(thing: Thing): Playing<Thing> => {
    const by = broughtBy.get(thing)
    return { thing, by, schedules: [whenFor(thing), by && whenFor(by)] }
  }
  const flat = flattenProgramme<Item, Line>({
    items,
    lines: lines.filter(isRunning),
    playlistOf(item) {
      const playlist = playlistOf(item, playlists)
      return playlist && { ...playlist, lines: playlist.lines.filter(isRunning) }
    },
    // In the editor a deck is a single entry.
    pagesOf: (deck) => [deck],
    entriesOf: entriesIn,
    // The week does not know forecasts that are yet to be read.
    weatherOf: (weather) => [weather],
    isShown: ({ visible, playable }) => visible && playable,
    answerOf,
  })
  return { items: flat.items.map(({ item }) => playing(item)), lines: flat.lines.map(({ line }) => playing(line)) }
}

/** Every schedule that affects the programme, including those of feed entries. */
export function schedulesIn({ items, lines, playlists }: Omit<Holding, 'values'>): (Schedule | undefined)[] {
  const held = [...items, ...lines, ...playlists.flatMap((playlist) => [...playlist.items, ...playlist.lines])]
  const entries = held.flatMap((thing) => ('entries' in thing ? (thing.entries ?? []) : []))
  return [...held, ...entries].map(({ schedule }) => schedule)
}

/** The programme's items and those of its playlists: everything that a screen may report on. */
export function itemsIn({ items, playlists }: Pick<Programme, 'items' | 'playlists'>): Item[] {
  return [...items, ...playlists.flatMap((playlist) => playlist.items)]
}

/** The entries that are on now, as `planAt` decides: an entry that is alone makes the others wait (SD6). */
export function onNow<Thing>(playing: Playing<Thing>[], { offsets, now }: ScheduleClock): Playing<Thing>[] {
  const entries = playing.map(({ schedules: [own] }, inclusion) => ({
    schedule: own,
    condition: own?.condition,
    inclusion,
  }))
  const inclusions = playing.map(({ schedules: [, inclusion] }) => inclusion)
  return onAt(entries, offsets, now, inclusions).flatMap(({ inclusion }) => playing[inclusion] ?? [])
}

/** The name of an entry that is alone: its inclusion's, if that is what is alone. */
export function nameAlone<Thing>({ by, thing }: Playing<Thing>, nameOf: (thing: Thing) => string): string {
  return by?.schedule?.alone ? by.title : nameOf(thing)
}

/** The ids of the entries that are on now, and of the items that include them. */
export function idsOnNow<Thing extends { id: string }>(playing: Playing<Thing>[], clock: ScheduleClock): Set<string> {
  return new Set(onNow(playing, clock).flatMap(({ thing, by }) => (by ? [thing.id, by.id] : [thing.id])))
}
