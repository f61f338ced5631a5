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
