import type { Town, WeatherCondition, WeatherSource } from '@placard/contract'
import type { ForecastCopy, ForecastStep } from '../programmes/service.ts'

// The answers of both services in one form. Every value of an answer is checked by itself: a step without a temperature or a
// condition is left out, and any other value that is absent or impossible is not known.

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** More than ten days of hours. */
const MOST_STEPS = 400
/** Steps outside of these are left out. Milliseconds. */
const [PAST_MS, AHEAD_MS] = [2 * DAY_MS, 16 * DAY_MS]
/** Degrees Celsius. The lowest and highest ever measured are -89 and 57. */
const [LOWEST, HIGHEST] = [-95, 65]

/** The address of a forecast. @param base without a trailing slash */
export function addressOf(
  source: WeatherSource,
  base: string,
  { latitude, longitude }: Pick<Town, 'latitude' | 'longitude'>,
) {
  // Both services round coordinates. MET Norway refuses more than four decimals.
  const [lat, lon] = [latitude, longitude].map((degrees) => String(Number(degrees.toFixed(4))))
  if (source === 'met-norway') return `${base}/weatherapi/locationforecast/2.0/compact?lat=${lat}&lon=${lon}`
  const fields = 'temperature_2m,weather_code,is_day,wind_speed_10m,precipitation,precipitation_probability'
  return `${base}/v1/forecast?latitude=${lat}&longitude=${lon}&current=temperature_2m&hourly=${fields}&forecast_days=7&wind_speed_unit=ms&timeformat=unixtime&timezone=GMT`
}

/**
 * Reads an answer.
 *
 * @param now milliseconds since 1970
 * @returns undefined if it is not a forecast
 */
export function readForecast(source: WeatherSource, body: Buffer, now: number): ForecastCopy | undefined {
  let answer: unknown
  try {
    answer = JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
  const { issuedAt, steps } = source === 'met-norway' ? ofMetNorway(answer) : ofOpenMeteo(answer)
  if (issuedAt === undefined) return undefined
  const known = steps
    .filter(({ at }) => at > now - PAST_MS && at < now + AHEAD_MS)
    .sort((one, other) => one.at - other.at)
  if (known.length === 0) return undefined
  // A clock that is ahead must not keep a forecast on the screen for longer.
  return { source, issuedAt: Math.min(issuedAt, now), steps: known.slice(0, MOST_STEPS) }
}

type Found = { issuedAt: number | undefined; steps: ForecastStep[] }

/** Locationforecast 2.0, compact: https://api.met.no/weatherapi/locationforecast/2.0/documentation */
function ofMetNorway(answer: unknown): Found {
  const { meta, timeseries } = part(part(answer).properties)
  const steps = listOf(timeseries).flatMap((entry): ForecastStep[] => {
    const { time, data } = part(entry)
    const { instant, next_1_hours: hour, next_6_hours: hours } = part(data)
    const next = hour === undefined ? hours : hour
    const at = instantOf(time)
    const details = part(part(instant).details)
    const temperature = numberIn(details.air_temperature, LOWEST, HIGHEST)
    const symbol = ofSymbol(part(part(next).summary).symbol_code)
    if (at === undefined || temperature === undefined || !symbol) return []
    return [
      {
        at,
        hours: hour === undefined ? 6 : 1,
        temperature,
        ...symbol,
        ...known('wind', numberIn(details.wind_speed, 0, 150)),
        ...known('rain', numberIn(part(part(next).details).precipitation_amount, 0, 2_000)),
      },
    ]
  })
  return { issuedAt: instantOf(part(meta).updated_at), steps }
}

/** https://api.met.no/weatherapi/weathericon/2.0/documentation: rain, sleet or snow, their strength, showers, thunder. */
const SYMBOL =
  /^(clearsky|fair|partlycloudy|cloudy|fog|(light|heavy)?(rain|sleet|snow)(showers)?(andthunder)?)(?:_(day|night|polartwilight))?$/

const DRY: Readonly<Record<string, WeatherCondition>> = {
  clearsky: 'clear',
  fair: 'fair',
  partlycloudy: 'partly-cloudy',
  cloudy: 'cloudy',
  fog: 'fog',
}

/** The service writes some codes with one letter more: `lightssleetshowersandthunder_day`. */
function ofSymbol(code: unknown): Pick<ForecastStep, 'condition' | 'isNight'> | undefined {
  const found = SYMBOL.exec(String(code).replace(/^lightss/, 'lights'))
  if (!found) return undefined
  const [, sky = '', strength, fallen, showers, thunder, time] = found
  return {
    condition: DRY[sky] ?? wet(strength, fallen, showers, thunder),
    ...(time === 'night' ? { isNight: true } : {}),
  }
}

function wet(
  strength: string | undefined,
  fallen: string | undefined,
  showers: string | undefined,
  thunder: string | undefined,
): WeatherCondition {
  if (thunder) return 'thunder'
  if (fallen === 'snow' || fallen === 'sleet') return fallen
  if (strength === 'heavy') return 'heavy-rain'
  return showers ? 'showers' : strength === 'light' ? 'drizzle' : 'rain'
}

/** https://open-meteo.com/en/docs, with times in seconds since 1970. */
function ofOpenMeteo(answer: unknown): Found {
  const { hourly, current } = part(answer)
  const lists = part(hourly)
  const at = (name: string, index: number) => listOf(lists[name])[index]
  const steps = listOf(lists.time).flatMap((time, index): ForecastStep[] => {
    const seconds = numberIn(time, 0, 1e11)
    const temperature = numberIn(at('temperature_2m', index), LOWEST, HIGHEST)
    const condition = OF_WMO[String(at('weather_code', index))]
    if (seconds === undefined || temperature === undefined || !condition) return []
    return [
      {
        at: Math.round(seconds * 1_000),
        hours: 1,
        temperature,
        condition,
        ...(at('is_day', index) === 0 ? { isNight: true as const } : {}),
        ...known('wind', numberIn(at('wind_speed_10m', index), 0, 150)),
        ...known('rain', numberIn(at('precipitation', index), 0, 2_000)),
        ...known('rainChance', numberIn(at('precipitation_probability', index), 0, 100)),
      },
    ]
  })
  const issued = numberIn(part(current).time, 0, 1e11)
  return { issuedAt: issued === undefined ? undefined : Math.round(issued * 1_000), steps }
}

/** Codes of the World Meteorological Organization (table 4677), as far as the service uses them. */
const OF_WMO: Readonly<Record<string, WeatherCondition>> = Object.fromEntries(
  (
    [
      ['clear', [0]],
      ['fair', [1]],
      ['partly-cloudy', [2]],
      ['cloudy', [3]],
      ['fog', [45, 48]],
      ['drizzle', [51, 53, 55]],
      ['rain', [61, 63]],
      ['heavy-rain', [65, 82]],
      ['showers', [80, 81]],
      // Freezing rain and drizzle.
      ['sleet', [56, 57, 66, 67]],
      ['snow', [71, 73, 75, 77, 85, 86]],
      ['thunder', [95, 96, 99]],
    ] as const
  ).flatMap(([condition, codes]) => codes.map((code) => [String(code), condition])),
)

const part = (value: unknown): Record<string, unknown> => Object(value) as Record<string, unknown>
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 2 * MOST_STEPS) : [])

function numberIn(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' && value >= least && value <= most ? value : undefined
}

function known<Name extends string>(name: Name, value: number | undefined): { [Key in Name]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: number })
}

/** ISO 8601 with a time zone. */
function instantOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : at
}
