import {
  type Condition,
  type Item,
  isPlaylistId,
  type Line,
  type Programme,
  type ProgrammeKey,
  programmeKeyOf,
  type Schedule,
} from '@placard/contract'
import {
  type Aside,
  answerTo,
  finderOf,
  isAlone,
  type Presence,
  partByClock,
  playingZonesOf,
  playlistOf,
  type Stretches,
  stretchesBetween,
  together,
  type When,
  type Window,
} from '@placard/playback'
import { textOf } from '../../../features/content/entries/text-of.ts'
import { nameAlone, type Playing, whatPlays } from '../../../features/content/schedules/what-plays.ts'

/** A time at which something is on, or waits for an entry that is alone, with that entry's name. */
export type Bar = Window & { waitsFor: string | undefined }

/** An entry whose schedule can be changed, with the programme that contains it. */
export type Held = { programmeKey: ProgrammeKey } & ({ kind: 'item'; thing: Item } | { kind: 'line'; thing: Line })

/** A row of the chart: an entry, an inclusion with its entries, or everything that is always on. */
export type Row = {
  id: string
  kind: 'item' | 'line' | 'playlist' | 'always'
  /** Empty for the row of everything that is always on. */
  title: string
  schedule: Schedule | undefined
  /** The style of the bars. `alone` makes other entries wait. `if`: on only if a condition is met then. */
  look: 'on' | 'alone' | 'always' | 'if'
  /** The kinds of values that its condition, or that of its inclusion, depends on. */
  depends: ('cell' | 'weather')[]
  /** In order. */
  bars: Bar[]
  held: Held | undefined
  children: Row[]
}

export type WeekRows = {
  /** In the order of the loop and of the ticker; everything that is always on comes last. */
  items: Row[]
  lines: Row[]
  /** The zones beside the main one, in the order of the layout. Empty without a layout. `number`: the main zone is 1 [LY10]. */
  zones: { number: number; name: string; items: Row[] }[]
  /** Scheduled entries that are not on in this period. */
  absent: Row[]
  /** The times at which nothing is on in any zone. None for a playlist, because its displays also show other things. */
  holes: Window[]
  /** The number of scheduled entries that are not drawn because they are hidden. */
  hidden: number
}

/** @param span the week */
export function rowsOf(programme: Programme, span: Window): WeekRows {
  const playing = whatPlays(programme)
  const { zoneOffsets, organisationId } = programme
  const items = presencesOf(playing.items, programme, span)
  const lines = presencesOf(playing.lines, programme, span)
  const of = { items: grouped(items.entries, programme, itemKind), lines: grouped(lines.entries, programme, lineKind) }
  const zones = playingZonesOf(programme).map(({ id, number, name, items: held, condition }, index) => {
    const asked = programme.layout?.zones[index]?.condition
    const list = whatPlays({ items: held, lines: [], playlists: [], values: programme.values }).items.map(
      (entry): Entry<Item> =>
        condition ? { ...entry, schedules: [...entry.schedules, { condition }], of: asked } : entry,
    )
    const { entries } = presencesOf(list, programme, span)
    return { number, name, held, list, rows: grouped(entries, { organisationId, id, playlists: [] }, itemKind) }
  })
  // An entry that waits leaves no hole, so the list of all zones has the holes that they have in common.
  const inAll =
    zones.length === 0
      ? items
      : stretchesBetween([playing.items, ...zones.map(({ list }) => list)].flat(), zoneOffsets, span)
  const isHere = ({ bars }: Row) => bars.length > 0
  const all = [...of.items, ...zones.flatMap(({ rows }) => rows), ...of.lines]
  return {
    items: of.items.filter(isHere),
    lines: of.lines.filter(isHere),
    zones: zones.map(({ number, name, rows }) => ({ number, name, items: rows.filter(isHere) })),
    absent: all.filter((row) => !isHere(row)),
    holes: isPlaylistId(programme.id) ? [] : inAll.holes,
    hidden: [programme.items, ...zones.map(({ held }) => held)]
      .flat()
      .filter(({ visible, schedule }) => schedule && !visible).length,
  }
}

/** @param of the condition of its zone */
type Entry<Thing> = Playing<Thing> & { of?: Condition | undefined }

/**
 * The presence of each entry. One with a condition has the windows of its schedules, because nobody knows the answers of that time,
 * and makes nothing wait. The part of a condition that goes by the clock is known, so it limits the windows. The holes are those that
 * the present answers leave.
 */
function presencesOf<Thing extends Item | Line>(
  list: readonly Entry<Thing>[],
  { zoneOffsets: offsets, values }: Pick<Programme, 'zoneOffsets' | 'values'>,
  span: Window,
): Stretches<Entry<Thing>> {
  if (!list.some(isAsked)) return stretchesBetween(list, offsets, span)
  const find = finderOf(values)
  const changed = (change: (when: When, asked: Condition | undefined) => When) =>
    stretchesBetween(
      list.map((entry) => {
        // In the order of its schedules.
        const asked = [entry.thing.condition, entry.by?.condition, entry.of]
        const changedOf = (when: When | undefined, index: number) => when && change(when, asked[index])
        return isAsked(entry) ? { ...entry, schedules: entry.schedules.map(changedOf) } : entry
      }),
      offsets,
      span,
    )
  const now = changed(({ alone: _, ...when }) => when)
  const asIfMet = changed(({ alone: _, condition: __, ...when }, asked) => {
    const part = asked && partByClock(asked, find)
    return part ? { ...when, condition: answerTo(part, find) } : when
  })
  const entries = list.map((entry, index) => {
    const { on, aside } = (isAsked(entry) ? asIfMet : now).entries[index] ?? { on: [], aside: [] }
    return { entry, on, aside }
  })
  return { entries, holes: now.holes }
}

const isAsked = ({ schedules }: Pick<Playing<unknown>, 'schedules'>) =>
  schedules.some((schedule) => schedule?.condition !== undefined)

const dependsOn = (things: readonly ({ condition?: Condition | undefined } | undefined)[]): Row['depends'] => [
  ...new Set(
    things.flatMap((thing) => thing?.condition?.all.map(({ value: { of } }) => (of === 'weather' ? of : 'cell')) ?? []),
  ),
]

/** The differences between items and lines that matter here. */
type Kind<Thing> = {
  name: 'item' | 'line'
  nameOf: (thing: Thing) => string
  hold: (key: ProgrammeKey, thing: Thing) => Held
}

const itemKind: Kind<Item> = {
  name: 'item',
  nameOf: ({ title }) => title,
  hold: (programmeKey, thing) => ({ programmeKey, kind: 'item', thing }),
}
const lineKind: Kind<Line> = {
  name: 'line',
  nameOf: textOf,
  hold: (programmeKey, thing) => ({ programmeKey, kind: 'line', thing }),
}

function grouped<Thing extends Item | Line>(
  presences: readonly Presence<Entry<Thing>>[],
  { organisationId, id, playlists }: Pick<Programme, 'organisationId' | 'id' | 'playlists'>,
  kind: Kind<Thing>,
): Row[] {
  const own = programmeKeyOf(organisationId, id)
  const barsOf = ({ on, aside }: { on: Window[]; aside: Aside<Playing<Thing>>[] }): Bar[] =>
    [
      ...on.map((window) => ({ ...window, waitsFor: undefined })),
      ...aside.map(({ by, ...window }) => ({ ...window, waitsFor: nameAlone(by, kind.nameOf) })),
    ].sort((one, other) => one.begin - other.begin)

  const entryRow = (presence: Presence<Entry<Thing>>): Row => {
    const { thing, by, of } = presence.entry
    const playlist = by && playlistOf(by, playlists)
    return {
      id: thing.id,
      kind: kind.name,
      title: kind.nameOf(thing),
      schedule: thing.schedule,
      look: lookOf([presence]),
      depends: dependsOn([thing, by, { condition: of }]),
      bars: barsOf(presence),
      held: kind.hold(playlist ? programmeKeyOf(organisationId, playlist.id) : own, thing),
      children: [],
    }
  }

  const rows: Row[] = []
  const always: { row: Row; presences: Presence<Entry<Thing>>[] }[] = []
  for (const group of groupsOf(presences)) {
    const [first] = group
    const by = first?.entry.by
    if (!first) continue
    const row: Row = by
      ? {
          id: by.id,
          kind: 'playlist',
          title: by.title,
          schedule: by.schedule,
          look: lookOf(group),
          depends: dependsOn([by, { condition: first.entry.of }]),
          bars: barsOf(together(group)),
          held: itemKind.hold(own, by),
          children: group.map(entryRow),
        }
      : entryRow(first)
    if (row.look === 'always') always.push({ row, presences: group })
    else rows.push(row)
  }
  if (always.length > 0) {
    rows.push({
      id: `always-${kind.name}`,
      kind: 'always',
      title: '',
      schedule: undefined,
      look: 'always',
      depends: [],
      bars: barsOf(together(always.flatMap(({ presences }) => presences))),
      held: undefined,
      children: always.map(({ row }) => row),
    })
  }
  return rows
}

function lookOf(group: readonly Presence<Playing<Item | Line>>[]): Row['look'] {
  if (group.every(({ entry }) => isAsked(entry))) return 'if'
  const all = group.map(({ entry }) => entry.schedules)
  if (all.every((schedules) => schedules.every((schedule) => schedule === undefined))) return 'always'
  return all.some(isAlone) ? 'alone' : 'on'
}

/** Groups consecutive entries of the same inclusion; every other entry is a group by itself. */
function groupsOf<Thing>(presences: readonly Presence<Entry<Thing>>[]): Presence<Entry<Thing>>[][] {
  const groups: Presence<Entry<Thing>>[][] = []
  for (const presence of presences) {
    const last = groups.at(-1)
    if (presence.entry.by && last?.[0]?.entry.by === presence.entry.by) last.push(presence)
    else groups.push([presence])
  }
  return groups
}

/** The parts of bars that are in a day. Bars with a gap too small to be visible are joined. */
export function barsIn(bars: readonly Bar[], day: Window): Bar[] {
  const seen: Bar[] = []
  const leastMs = (day.end - day.begin) / SEEN_PARTS
  for (const bar of bars) {
    const [begin, end] = [Math.max(bar.begin, day.begin), Math.min(bar.end, day.end)]
    if (begin >= end) continue
    const last = seen.at(-1)
    if (last && begin - last.end < leastMs && last.waitsFor === bar.waitsFor) last.end = end
    else seen.push({ ...bar, begin, end })
  }
  return seen
}

/** The approximate maximum width of a day, in pixels. */
const SEEN_PARTS = 480
