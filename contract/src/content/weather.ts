import { z } from '../platform/zod.ts'
import {
  type ManifestWeather,
  readWeather,
  TEMPERATURE_UNITS,
  WEATHER_CONDITIONS,
  WEATHER_LOOKS,
  WEATHER_SOURCES,
  WIND_UNITS,
} from './weather-shapes.ts'

/** The settings of an item that shows the weather at its display [DT5]. */
export const Weather = z.strictObject({ look: z.enum(WEATHER_LOOKS) })
export type Weather = z.infer<typeof Weather>

/** The id of a place in GeoNames. */
export const TownId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'invalid-id')
  .brand<'TownId'>()
export type TownId = z.infer<typeof TownId>

/** A town of the bundled list. */
export const Town = z.object({
  id: TownId,
  name: z.string(),
  /** The state, province or district. Empty: the list has none. */
  region: z.string(),
  /** ISO 3166, two letters. */
  country: z.string(),
  /** Degrees, with at most four decimals. */
  latitude: z.number(),
  longitude: z.number(),
})
export type Town = z.infer<typeof Town>

/** The units that are always used for the weather at a display. Absent: those that are usual in its language and its town. */
export const WeatherUnits = z.strictObject({
  temperature: z.enum(TEMPERATURE_UNITS).optional(),
  wind: z.enum(WIND_UNITS).optional(),
})
export type WeatherUnits = z.infer<typeof WeatherUnits>

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

const amounts = { wind: z.number().optional(), rain: z.number().optional(), rainChance: z.number().optional() }

/** The weather at a display. The type of the same name in `weather-shapes.ts` describes the fields. */
export const Forecast = z.object({
  town: z.string(),
  credit: z.string(),
  units: WeatherUnits.required(),
  issuedAt: z.int(),
  until: z.int(),
  hours: z.array(
    z.object({
      at: z.int(),
      temperature: z.number(),
      condition: z.enum(WEATHER_CONDITIONS),
      isNight: z.literal(true).optional(),
      ...amounts,
    }),
  ),
  days: z.array(
    z.object({
      date: z.string(),
      condition: z.enum(WEATHER_CONDITIONS),
      high: z.number(),
      low: z.number(),
      ...amounts,
    }),
  ),
})

export type Forecast = z.infer<typeof Forecast>

/** Reasons why there is no forecast for a display. */
export const WEATHER_PROBLEMS = [
  /** It is a playlist. Its items show the weather at each display that plays it. */
  'playlist',
  /** The operator has not chosen a source. */
  'no-source',
  'no-town',
  /** The source has not answered yet. */
  'not-read',
  /** The source refuses or fails, and the last forecast is too old. */
  'failed',
] as const
export type WeatherProblem = (typeof WEATHER_PROBLEMS)[number]

/** The weather at a display: a forecast that is not too old, or the reason why there is none. */
export const WeatherHere = z.union([z.object({ forecast: Forecast }), z.object({ problem: z.enum(WEATHER_PROBLEMS) })])
export type WeatherHere = z.infer<typeof WeatherHere>

/** The weather in a manifest (`readWeather`). */
export const ReadWeather = z.preprocess(readWeather, z.custom<ManifestWeather>().optional()).optional()
