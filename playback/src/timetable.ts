import type { Schedule, ZoneOffsets } from '@placard/contract'
import { readerOf, type ScheduleReader } from './schedule.ts'

/** Something in a list that may have a schedule. */
type Entry = { schedule?: Schedule | undefined }

/** The entries that are on in a stretch of time, in order: from `since` until just before `until`, both instants. */
export type Selection<Thing> = { list: Thing[]; since: number; until: number }

export type ListReader<Thing> = {
  /** The entries that are on; as long as the answer is the same, so is the list. */
  at(now: number): Selection<Thing>
  /** The entries that come on later, soonest first. */
  laterThan(now: number): Thing[]
}

/** A list without a zone has no schedules, or some from a manifest that is damaged: those mean UTC. */
const UTC: ZoneOffsets = [[0, 0]]

/**
 * Says what is on of a list: whatever is on by its own schedule, or those that are `alone` as long as one of them is (SD6).
 *
 * @param entries nobody changes them afterwards
 */
export function listReaderOf<Thing extends Entry>(entries: Thing[], offsets: ZoneOffsets = UTC): ListReader<Thing> {
  const always: Selection<Thing> = {
    list: entries,
    since: Number.NEGATIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
  }
  if (entries.every(({ schedule }) => schedule === undefined)) return { at: () => always, laterThan: () => [] }
  // Many say the same: "weekdays".
  const shared = new Map<string | undefined, ScheduleReader>()
  const readers = entries.map(({ schedule }) => {
    const words = schedule && JSON.stringify(schedule)
    const reader = shared.get(words) ?? readerOf(schedule, offsets)
    shared.set(words, reader)
    return reader
  })
  // The one that is on, and the one that a look across its end asks for.
  let known: Selection<Thing>[] = []

  function at(now: number): Selection<Thing> {
    const found = known.find(({ since, until }) => now >= since && now < until)
    if (found) return found
    const selection = selectionAt(entries, readers, now)
    known = [selection, ...known.slice(0, 1)]
    return selection
  }

  return {
    at,
    laterThan(now) {
      const { list } = at(now)
      const later: { entry: Thing; startsAt: number }[] = []
      for (const [index, entry] of entries.entries()) {
        const state = readers[index]?.(now)
        // One that is on by itself waits for what is alone.
        const startsAt = state?.isOn ? now : (state?.until ?? Number.POSITIVE_INFINITY)
        if (startsAt !== Number.POSITIVE_INFINITY && !list.includes(entry)) later.push({ entry, startsAt })
      }
      return later.sort((one, other) => one.startsAt - other.startsAt).map(({ entry }) => entry)
    },
  }
}

/**
 * The entries of a list that are on at an instant, in order.
 *
 * @param now milliseconds since 1970
 */
export function onAt<Thing extends Entry>(entries: Thing[], offsets: ZoneOffsets, now: number): Thing[] {
  return listReaderOf(entries, offsets).at(now).list
}

function selectionAt<Thing extends Entry>(entries: Thing[], readers: ScheduleReader[], now: number): Selection<Thing> {
  const states = readers.map((read) => read(now))
  const isAlone = entries.some(({ schedule }, index) => schedule?.alone === true && states[index]?.isOn)
  const list: Thing[] = []
  let since = Number.NEGATIVE_INFINITY
  let until = Number.POSITIVE_INFINITY
  for (const [index, entry] of entries.entries()) {
    // Beside one that is alone, nothing else begins or ends.
    if (isAlone && entry.schedule?.alone !== true) continue
    const state = states[index]
    if (!state) continue
    since = Math.max(since, state.since)
    until = Math.min(until, state.until)
    if (state.isOn) list.push(entry)
  }
  return { list, since, until }
}
