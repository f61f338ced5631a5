import type { ZoneOffsets } from '@placard/contract'
import { windowsWithin } from './schedule.ts'
import { isAlone } from './timetable.ts'
import type { When } from './when.ts'
import { inOrder, joined, type Window, without } from './windows.ts'

/** An entry of a list that is on while all of its schedules and conditions are: its own and those of its inclusion. */
type Scheduled = { schedules: readonly (When | undefined)[] }

/** A window in which the entry would be on, but waits for another one that is alone: the first such one in the list. */
export type Aside<Entry> = Window & { by: Entry }

/** The windows in which an entry is on, and those in which it is pushed aside. They are in order and do not overlap. */
export type Presence<Entry> = { entry: Entry; on: Window[]; aside: Aside<Entry>[] }

/** The presence of each entry, in the given order. `holes` are the windows in which none of them is on. */
export type Stretches<Entry> = { entries: Presence<Entry>[]; holes: Window[] }

/**
 * Tells for a list of all items or all lines which entries are on at which times of a span. The result is the same as that of
 * `planAt` at each instant. The cost grows with the number of windows in the span, and with the number of entries that are
 * alone.
 *
 * @param list the entries that play, in order, without hidden ones
 * @param span instants; for instance a week
 */
export function stretchesBetween<Entry extends Scheduled>(
  list: readonly Entry[],
  offsets: ZoneOffsets,
  span: Window,
): Stretches<Entry> {
  // Many entries have the same schedule, such as "weekdays".
  const known = new Map<string, Window[]>()
  const wanted = list.map((entry) => {
    const words = JSON.stringify(entry.schedules)
    const windows = known.get(words) ?? windowsWithin(entry.schedules, offsets, span)
    known.set(words, windows)
    return { entry, windows, isAlone: isAlone(entry.schedules) }
  })
  const pushing: Aside<Entry>[] = []
  let taken: Window[] = []
  for (const { entry, windows, isAlone } of wanted) {
    if (!isAlone) continue
    for (const window of without(windows, taken)) pushing.push({ ...window, by: entry })
    taken = joined([...taken, ...windows].sort(inOrder))
  }
  pushing.sort(inOrder)
  return {
    entries: wanted.map(({ entry, windows, isAlone }) => ({
      entry,
      on: isAlone ? windows : without(windows, taken),
      aside: isAlone ? [] : asideOf(windows, pushing),
    })),
    // A waiting entry leaves no hole, because the entry that it waits for is on.
    holes: without([span], joined(Array.from(known.values()).flat().sort(inOrder))),
  }
}

/** @param pushing in order, without overlaps */
function asideOf<Entry>(windows: readonly Window[], pushing: readonly Aside<Entry>[]): Aside<Entry>[] {
  const list: Aside<Entry>[] = []
  let at = 0
  for (const { begin, end } of windows) {
    for (; ; at += 1) {
      const one = pushing[at]
      if (!one || one.begin >= end) break
      if (one.end > begin) list.push({ by: one.by, begin: Math.max(begin, one.begin), end: Math.min(end, one.end) })
      // It may push the next window aside as well.
      if (one.end > end) break
    }
  }
  return list
}

/** Combines several entries into one: on while any of them is on, and aside while one of them is aside and none is on. */
export function together<Entry>(presences: readonly Presence<Entry>[]): Omit<Presence<Entry>, 'entry'> {
  const on = joined(presences.flatMap((presence) => presence.on).sort(inOrder))
  const aside: Aside<Entry>[] = []
  let taken = on
  for (const presence of presences) {
    for (const { by, ...window } of presence.aside) {
      const free = without([window], taken)
      if (free.length === 0) continue
      for (const piece of free) aside.push({ ...piece, by })
      taken = joined([...taken, ...free].sort(inOrder))
    }
  }
  return { on, aside: aside.sort(inOrder) }
}
