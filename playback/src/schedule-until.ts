import type { Schedule, ZoneOffsets } from '@placard/contract'
import { localTimeOf } from './zone.ts'

/**
 * A schedule that ends at an instant, or before if it ends before.
 *
 * @param at milliseconds since 1970
 */
export function scheduleUntil(schedule: Schedule | undefined, at: number, offsets: ZoneOffsets): Schedule {
  const until = new Date(localTimeOf(offsets, at)).toISOString().slice(0, 19)
  return schedule?.until !== undefined && schedule.until < until ? schedule : { ...schedule, until }
}

/**
 * A schedule that begins at an instant, or after if it begins after.
 *
 * @param at milliseconds since 1970
 * @returns undefined: it ends before
 */
export function scheduleFrom(schedule: Schedule | undefined, at: number, offsets: ZoneOffsets): Schedule | undefined {
  const from = new Date(localTimeOf(offsets, at)).toISOString().slice(0, 19)
  if (schedule?.until !== undefined && schedule.until <= from) return undefined
  return schedule?.from !== undefined && schedule.from > from ? schedule : { ...schedule, from }
}
