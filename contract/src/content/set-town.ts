import { z } from '../platform/zod.ts'
import { Town, TownId, WeatherUnits } from './weather.ts'
import { WEATHER_SOURCES } from './weather-shapes.ts'

// Apart from the weather, because only its form needs these.

/** The town that a display is in. null: none. Absent fields are not changed. */
export const SetTown = z.strictObject({
  townId: TownId.nullable().optional(),
  units: WeatherUnits.optional(),
})
export type SetTown = z.infer<typeof SetTown>

/** A part of a name, in any spelling that the list knows. */
export const TownQuery = z.strictObject({ name: z.string().max(100, 'too-long') })
export type TownQuery = z.infer<typeof TownQuery>

/** The towns that match best, larger ones first. */
export const FoundTowns = z.object({
  towns: z.array(Town),
  /** The service that forecasts come from. null: the operator has not chosen one. */
  source: z.enum(WEATHER_SOURCES).nullable(),
})
export type FoundTowns = z.infer<typeof FoundTowns>
