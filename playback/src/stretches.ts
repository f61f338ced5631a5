import type { Schedule, ZoneOffsets } from '@placard/contract'
import { windowsWithin } from './schedule.ts'
import { isAlone } from './timetable.ts'
import { inOrder, joined, type Window, without } from './windows.ts'

/** Something in a list that is on while all of its schedules are: its own, and that of the inclusion that it came with. */
type Scheduled = { schedules: readonly (Schedule | undefined)[] }

/** While it would be on, another one that is alone is, for which it waits: the first such one in the list. */
export type Aside<Entry> = Window & { by: Entry }

/** The times at which an entry is on, and at which it is pushed aside: in order, none of them in another. */
export type Presence<Entry> = { entry: Entry; on: Window[]; aside: Aside<Entry>[] }

/** Of each entry when it is on, in the order in which they were given; and `holes`, the times at which none of them is. */
export type Stretches<Entry> = { entries: Presence<Entry>[]; holes: Window[] }

/**
 * Says of a list, all its items or all its lines, who is on when: what `planAt` answers at each moment of a span of time, without
 * asking it for each. The work grows with the windows in that span, and with the number of those that are alone.
 *
 * @param list of what plays, in order: with nothing that is hidden
 * @param span instants; a week, say
 */
export function stretchesBetween<Entry extends Scheduled>(
  list: readonly Entry[],
  offsets: ZoneOffsets,
  span: Window,
): Stretches<Entry> {
  // Many say the same: "weekdays".
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
    // One that waits leaves no hole: what it waits for is on.
    holes: without([span], joined(Array.from(known.values()).flat().sort(inOrder))),
  }
}

/** @param pushing in order, none of them in another */
function asideOf<Entry>(windows: readonly Window[], pushing: readonly Aside<Entry>[]): Aside<Entry>[] {
  const list: Aside<Entry>[] = []
  let at = 0
  for (const { begin, end } of windows) {
    for (; ; at += 1) {
      const one = pushing[at]
      if (!one || one.begin >= end) break
      if (one.end > begin) list.push({ by: one.by, begin: Math.max(begin, one.begin), end: Math.min(end, one.end) })
      // It may push the next one aside as well.
      if (one.end > end) break
    }
  }
  return list
}

/** Of several entries as one: on while any of them is, and pushed aside while one of them is and none is on. */
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
