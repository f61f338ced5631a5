import { type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { unitsFor } from '@placard/playback'
import { zoneOffsetsOf } from '../schedules/service.ts'
import type { Place } from './feed-entries.ts'
import type { Sources } from './sources.ts'
import { forecastAt } from './weather-copy.ts'

/** The clock, the language and the weather of a display. A playlist has no weather. */
export function placeOf(
  key: ProgrammeKey & { timeZone: string; language: string | null },
  { weather }: Pick<Sources, 'weather'>,
  now: number,
): Place {
  const place = { zoneOffsets: zoneOffsetsOf(key.timeZone, now), language: key.language ?? undefined }
  const kept = weather.get(programmeIdOf(key))
  if (!kept) return place
  const units = unitsFor(kept.units, place.language, kept.town.country)
  return { ...place, units, forecast: forecastAt(kept, place, now) }
}
