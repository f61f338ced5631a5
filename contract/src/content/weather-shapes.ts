// Without Zod, because `playback`, the player and the dashboard use these.

/** The designs of an item that shows the weather [DT5]: now in large letters, today, or the next days. */
export const WEATHER_LOOKS = ['now', 'today', 'days'] as const
export type WeatherLook = (typeof WEATHER_LOOKS)[number]

/** The conditions that have a symbol. Those of every source are mapped to these. */
export const WEATHER_CONDITIONS = [
  'clear',
  'fair',
  'partly-cloudy',
  'cloudy',
  'fog',
  'drizzle',
  'rain',
  'heavy-rain',
  'showers',
  'sleet',
  'snow',
  'thunder',
] as const
export type WeatherCondition = (typeof WEATHER_CONDITIONS)[number]

export const TEMPERATURE_UNITS = ['celsius', 'fahrenheit'] as const
export type TemperatureUnit = (typeof TEMPERATURE_UNITS)[number]
export const WIND_UNITS = ['m/s', 'km/h', 'mph'] as const
export type WindUnit = (typeof WIND_UNITS)[number]

/** The figures of the weather for texts and conditions [DT4, DT6]. `high` and `low` are those of today, the others those of now. */
export const WEATHER_FIGURES = ['temperature', 'weather', 'high', 'low', 'wind', 'raining', 'snowing', 'sunny'] as const
export type WeatherFigure = (typeof WEATHER_FIGURES)[number]

/** The services that a forecast can come from. */
export const WEATHER_SOURCES = ['met-norway', 'open-meteo'] as const
export type WeatherSource = (typeof WEATHER_SOURCES)[number]

/** A forecast that was issued longer ago than this is not shown. */
export const WEATHER_FRESH_MS = 6 * 60 * 60_000
/** The days after today in a forecast. */
export const WEATHER_DAYS = 4

/** The weather from an instant on, for an hour or until the next entry. */
export type ForecastHour = {
  /** Milliseconds since 1970. */
  at: number
  /** Degrees Celsius. */
  temperature: number
  condition: WeatherCondition
  /** The sun is below the horizon. */
  isNight?: true | undefined
  /** Metres per second. Absent: not known, as for the next two. */
  wind?: number | undefined
  /** Millimetres. */
  rain?: number | undefined
  /** Percent. */
  rainChance?: number | undefined
}

/** A day by the clock of the display. */
export type ForecastDay = {
  /** `2026-12-24`. */
  date: string
  condition: WeatherCondition
  /** Degrees Celsius. */
  high: number
  low: number
  /** The strongest, in metres per second. Absent: not known, as for the next two. */
  wind?: number | undefined
  /** Millimetres. */
  rain?: number | undefined
  /** Percent. */
  rainChance?: number | undefined
}

/** The weather at a display, as players receive it. Everything is in metric units; `units` are those in which it is shown. */
export type Forecast = {
  /** The name of the town. */
  town: string
  /** The credit that the licence of the source asks for. It is shown with the forecast. */
  credit: string
  units: { temperature: TemperatureUnit; wind: WindUnit }
  /** Milliseconds since 1970. From `until` on the forecast is too old to be shown. */
  issuedAt: number
  until: number
  /** In order, from the present hour on. Never empty. */
  hours: ForecastHour[]
  /** In order, from today on. */
  days: ForecastDay[]
}

/** The weather of an item in a manifest. */
export type ManifestWeather = { look: WeatherLook; forecast: Forecast }

/**
 * Reads the weather of an item in a manifest. Its look may be one of a newer version.
 *
 * @returns undefined if it is not weather
 */
export function readWeather(value: unknown): ManifestWeather | undefined {
  return isForecast(Object(value).forecast) ? (value as ManifestWeather) : undefined
}

export function isForecast(value: unknown): value is Forecast {
  const { hours, days, until, units } = Object(value)
  return Array.isArray(hours) && Array.isArray(days) && typeof until === 'number' && Object(units) === units
}
