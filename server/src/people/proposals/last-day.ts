import type { Schedule } from '@placard/contract'
import { localTimeOf } from '@placard/playback'
import { zoneOffsetsOf } from '../../content/schedules/service.ts'
import { AppError } from '../../platform/errors.ts'

const DAY_MS = 24 * 60 * 60_000

/** "Until Friday" means until the beginning of Saturday. */
export function scheduleOf(lastDay: string | null): Schedule | undefined {
  if (lastDay === null) return undefined
  const next = new Date(Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS)
  return { until: `${next.toISOString().slice(0, 10)}T00:00` }
}

/** @throws AppError schedule-never-on if the last day is over at the display */
export function requireAhead(lastDay: string | null, timeZone: string, now: number): void {
  const until = scheduleOf(lastDay)?.until
  if (until !== undefined && Date.parse(`${until}Z`) <= localTimeOf(zoneOffsetsOf(timeZone, now), now)) {
    throw new AppError('schedule-never-on', { field: 'lastDay' })
  }
}
