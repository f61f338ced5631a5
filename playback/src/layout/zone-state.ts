import { nextChangeAt, type Playable, planAt } from '../plan.ts'

/** The maximum number of schedule changes to look ahead. A later opening is reported as Infinity. */
const MOST_CHANGES = 100

/**
 * The state of a zone by its schedules [LY3]: it is open while one of its items is on. `until` is the instant at which that
 * changes: milliseconds since 1970, by the server's clock. Infinity: it does not change.
 */
type ZoneState = { isOpen: boolean; until: number }

/** @param zone what plays in it, from `playingZonesOf`; for the main zone, from `playableOf` */
export function zoneStateAt(zone: Playable, now: number): ZoneState {
  const isOpenAt = (at: number) => planAt(zone, at).status === 'playing'
  const isOpen = isOpenAt(now)
  let until = now
  for (let changes = 0; changes < MOST_CHANGES; changes += 1) {
    until = nextChangeAt(zone, until)
    if (until === Number.POSITIVE_INFINITY || isOpenAt(until) !== isOpen) return { isOpen, until }
  }
  return { isOpen, until: Number.POSITIVE_INFINITY }
}
