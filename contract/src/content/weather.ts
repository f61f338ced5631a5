import { z } from '../platform/zod.ts'
import {
  type Forecast as ForecastOf,
  isForecast,
  TEMPERATURE_UNITS,
  WEATHER_LOOKS,
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

/** The weather at a display. Only its outline is checked, because every page of the dashboard would carry the rest. */
export const Forecast = z.custom<ForecastOf>(isForecast)
export type Forecast = ForecastOf

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
