import type { Schedule, ZoneOffsets } from '@placard/contract'
import { readerOf, type ScheduleReader } from './schedule.ts'
import { UTC } from './zone.ts'

/** Something in a list that may have a schedule, and come with an inclusion that has one: its place among those. */
type Entry = { schedule?: Schedule | undefined; inclusion?: number | undefined }

/** The entries that are on in a stretch of time, in order: from `since` until just before `until`, both instants. */
export type Selection<Thing> = { list: Thing[]; since: number; until: number }

export type ListReader<Thing> = {
  /** The entries that are on; as long as the answer is the same, so is the list. */
  at(now: number): Selection<Thing>
  /** The entries that come on later, soonest first. */
  laterThan(now: number): Thing[]
}

/**
 * Says what is on of a list: whatever is on by its own schedule and by that of its inclusion, or those that are `alone` as long as
 * one of them is (SD6). A place where there is no inclusion is as none.
 *
 * @param entries nobody changes them afterwards
 * @param offsets absent: it has no schedules, or some from a manifest that is damaged
 * @param inclusions their schedules; undefined: always
 */
export function listReaderOf<Thing extends Entry>(
  entries: Thing[],
  offsets: ZoneOffsets = UTC,
  inclusions: readonly (Schedule | undefined)[] = [],
): ListReader<Thing> {
  const always: Selection<Thing> = {
    list: entries,
    since: Number.NEGATIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
  }
  const inclusionOf = ({ inclusion }: Thing) => (inclusion === undefined ? undefined : inclusions[inclusion])
  if (entries.every((entry) => !entry.schedule && !inclusionOf(entry))) {
    return { at: () => always, laterThan: () => [] }
  }
  // Many say the same: "weekdays".
  const shared = new Map<string, ScheduleReader>()
  const rows = entries.map((entry): Row<Thing> => {
    const schedules = [entry.schedule, inclusionOf(entry)]
    const words = JSON.stringify(schedules)
    const read = shared.get(words) ?? readerOf(schedules, offsets)
    shared.set(words, read)
    return { entry, read, isAlone: isAlone(schedules) }
  })
  // The one that is on, and the one that a look across its end asks for.
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
        // One that is on by itself waits for what is alone.
        const startsAt = isOn ? now : until
        if (startsAt !== Number.POSITIVE_INFINITY && !list.includes(entry)) later.push({ entry, startsAt })
      }
      return later.sort((one, other) => one.startsAt - other.startsAt).map(({ entry }) => entry)
    },
  }
}

/** While something is on that is alone by any of the schedules that it goes by, what is not has to wait (SD6). */
export function isAlone(schedules: readonly (Schedule | undefined)[]): boolean {
  return schedules.some((schedule) => schedule?.alone)
}

/**
 * The entries of a list that are on at an instant, in order.
 *
 * @param now milliseconds since 1970
 * @param inclusions the schedules of those that entries came with
 */
export function onAt<Thing extends Entry>(
  entries: Thing[],
  offsets: ZoneOffsets,
  now: number,
  inclusions?: readonly (Schedule | undefined)[],
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
    // Beside one that is alone, nothing else begins or ends.
    if (isOneAlone && !isAlone) continue
    const state = read(now)
    since = Math.max(since, state.since)
    until = Math.min(until, state.until)
    if (state.isOn) list.push(entry)
  }
  return { list, since, until }
}
