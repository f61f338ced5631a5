import type { ManifestCondition, Schedule, ZoneOffsets } from '@placard/contract'
import { readerOf, type ScheduleReader } from './schedule.ts'
import { type When, whenOf } from './when.ts'
import { UTC } from './zone.ts'

/** An entry of a list. It may have a schedule and a condition, and an inclusion with further ones; `inclusion` is the index of the latter. */
type Entry = {
  schedule?: Schedule | undefined
  condition?: ManifestCondition | undefined
  inclusion?: number | undefined
}

/** The entries that are on in a stretch of time, in order: from `since` until just before `until`, both instants. */
export type Selection<Thing> = { list: Thing[]; since: number; until: number }

export type ListReader<Thing> = {
  /** The entries that are on. The list is the same object as long as the result is the same. */
  at(now: number): Selection<Thing>
  /** The entries that come on later, soonest first. */
  laterThan(now: number): Thing[]
}

/**
 * Tells which entries of a list are on: those that are on by their own schedule and condition and by those of their inclusion. If
 * one of these is `alone`, only the `alone` ones are on (SD6). An index without an inclusion counts as none.
 *
 * @param entries must not be changed afterwards
 * @param offsets absent: there are no schedules, or the manifest is damaged
 * @param inclusions their schedules and conditions; undefined: always on
 */
export function listReaderOf<Thing extends Entry>(
  entries: Thing[],
  offsets: ZoneOffsets = UTC,
  inclusions: readonly (When | undefined)[] = [],
): ListReader<Thing> {
  const always: Selection<Thing> = {
    list: entries,
    since: Number.NEGATIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
  }
  const inclusionOf = ({ inclusion }: Thing) => (inclusion === undefined ? undefined : inclusions[inclusion])
  if (entries.every((entry) => !whenOf(entry) && !inclusionOf(entry))) {
    return { at: () => always, laterThan: () => [] }
  }
  // Many entries have the same schedule, such as "weekdays".
  const shared = new Map<string, ScheduleReader>()
  const rows = entries.map((entry): Row<Thing> => {
    const schedules = [whenOf(entry), inclusionOf(entry)]
    const words = JSON.stringify(schedules)
    const read = shared.get(words) ?? readerOf(schedules, offsets)
    shared.set(words, read)
    return { entry, read, isAlone: isAlone(schedules) }
  })
  // The current selection, and the one that was computed to look beyond its end.
  let known: Selection<Thing>[] = []

  function at(now: number): Selection<Thing> {
    const found = known.find(({ since, until }) => now >= since && now < until)
    if (found) return found
    const selection = selectionAt(rows, now)
    known = [selection, ...known.slice(0, 1)]
    return selection
  }

  return {
    at,
    laterThan(now) {
      const { list } = at(now)
      const later: { entry: Thing; startsAt: number }[] = []
      for (const { entry, read } of rows) {
        const { isOn, until } = read(now)
        // An entry that is on by its schedules but not in the list waits for one that is alone.
        const startsAt = isOn ? now : until
        if (startsAt !== Number.POSITIVE_INFINITY && !list.includes(entry)) later.push({ entry, startsAt })
      }
      return later.sort((one, other) => one.startsAt - other.startsAt).map(({ entry }) => entry)
    },
  }
}

/** Tells whether one of an entry's schedules has `alone`. While such an entry is on, the others have to wait (SD6). */
export function isAlone(schedules: readonly (When | undefined)[]): boolean {
  return schedules.some((schedule) => schedule?.alone)
}

/**
 * The entries of a list that are on at an instant, in order.
 *
 * @param now milliseconds since 1970
 * @param inclusions the schedules and conditions of the entries' inclusions
 */
export function onAt<Thing extends Entry>(
  entries: Thing[],
  offsets: ZoneOffsets,
  now: number,
  inclusions?: readonly (When | undefined)[],
): Thing[] {
  return listReaderOf(entries, offsets, inclusions).at(now).list
}

type Row<Thing> = { entry: Thing; read: ScheduleReader; isAlone: boolean }

function selectionAt<Thing>(rows: Row<Thing>[], now: number): Selection<Thing> {
  const isOneAlone = rows.some(({ isAlone, read }) => isAlone && read(now).isOn)
  const list: Thing[] = []
  let since = Number.NEGATIVE_INFINITY
  let until = Number.POSITIVE_INFINITY
  for (const { entry, read, isAlone } of rows) {
    // While one is alone, the schedules of the others do not matter.
    if (isOneAlone && !isAlone) continue
    const state = read(now)
    since = Math.max(since, state.since)
    until = Math.min(until, state.until)
    if (state.isOn) list.push(entry)
  }
  return { list, since, until }
}
