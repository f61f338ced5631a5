import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WeatherConfig } from '../platform/config.ts'
import type { TestServer } from './server.ts'

/** A request for a forecast, as the service received it. */
export type Asked = { path: string; query: URLSearchParams; headers: IncomingHttpHeaders }

/** The weather that both services answer, hour by hour from the beginning of the present one. */
export type Weather = {
  /** Milliseconds since 1970. */
  issuedAt: number
  /** Degrees Celsius of each hour. null: the service does not know. */
  temperatures: (number | null)[]
  /** A symbol of MET Norway and a code of the WMO for each hour, which are repeated. */
  sky?: readonly (readonly [symbol: string, code: number])[]
}

/** A real server on this machine that answers as MET Norway and Open-Meteo do, or as a test defines. */
export type WeatherServer = {
  url: string
  /** In order. */
  asked: Asked[]
  weather: Weather
  /** Headers beside the usual ones, such as `expires`. */
  headers: Record<string, string>
  /** Answers instead of the weather, for a fault. */
  fault: ((response: ServerResponse, asked: Asked) => void) | undefined
  close(): Promise<void>
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** When the first test begins. */
export const MONDAY = Date.parse('2026-11-23T09:00:00Z')
export const USER_AGENT = 'Placard/1.0.0 (digital signage; signage@school.example)'

/** The settings of an operator who has chosen this service. */
export const weatherConfig = (url: string, source: WeatherConfig['source'] = 'met-norway') => ({
  weather: { source, url, isOwn: true, userAgent: USER_AGENT },
})

/** Reads the towns that are due, renews the others, and waits for the results. */
export async function readWeather({ app }: TestServer): Promise<void> {
  app.weather.wake()
  for (let look = 0; look < 3; look += 1) {
    await app.weather.tick()
    await app.weather.settled()
  }
}

const SKY = [
  ['partlycloudy_day', 2],
  ['rain', 61],
  ['clearsky_night', 0],
  ['snow', 73],
] as const

export async function startWeatherServer(port = 0): Promise<WeatherServer> {
  const answer: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://weather.example')
    const asked = { path: pathname, query: searchParams, headers: request.headers }
    rig.asked.push(asked)
    if (rig.fault) return rig.fault(response, asked)
    const since = Date.parse(request.headers['if-modified-since'] ?? '')
    const lastModified = new Date(rig.weather.issuedAt).toUTCString()
    if (since >= Date.parse(lastModified)) return void response.writeHead(304, rig.headers).end()
    const isMet = pathname.startsWith('/weatherapi/')
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(isMet ? { 'last-modified': lastModified } : {}),
      ...rig.headers,
    })
    response.end(JSON.stringify(isMet ? metAnswer(rig.weather) : openMeteoAnswer(rig.weather)))
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const rig: WeatherServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    weather: {
      issuedAt: Date.now(),
      temperatures: Array.from({ length: 24 * 6 }, (_, index) => 20 - (index % 24) / 2),
    },
    headers: {},
    fault: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return rig
}

const firstHour = (issuedAt: number) => Math.floor(issuedAt / HOUR_MS) * HOUR_MS
const skyAt = ({ sky = SKY }: Weather, index: number) => sky[index % sky.length] as readonly [string, number]

/** Locationforecast 2.0, compact: hours for two days and a half, then steps of six hours. */
export function metAnswer(weather: Weather): object {
  const from = firstHour(weather.issuedAt)
  const hourly = 60
  const steps = weather.temperatures.flatMap((temperature, index) => {
    const isHourly = index < hourly
    if (!isHourly && (new Date(from + index * HOUR_MS).getUTCHours() % 6 !== 0 || temperature === null)) return []
    const summary = { symbol_code: skyAt(weather, index)[0] }
    const next = { summary, details: { precipitation_amount: isHourly ? 0.4 : 2.4 } }
    return [
      {
        time: new Date(from + index * HOUR_MS).toISOString().replace('.000', ''),
        data: {
          instant: {
            details: {
              air_pressure_at_sea_level: 1013.2,
              air_temperature: temperature,
              cloud_area_fraction: 40,
              relative_humidity: 60,
              wind_from_direction: 180,
              wind_speed: 5,
            },
          },
          next_12_hours: { summary, details: {} },
          ...(isHourly ? { next_1_hours: next } : {}),
          next_6_hours: next,
        },
      },
    ]
  })
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [16.3721, 48.2085, 170] },
    properties: {
      meta: {
        updated_at: new Date(weather.issuedAt).toISOString().replace(/\.\d+/, ''),
        units: { air_temperature: 'celsius', precipitation_amount: 'mm', wind_speed: 'm/s' },
      },
      timeseries: steps,
    },
  }
}

export function openMeteoAnswer(weather: Weather): object {
  // Its days begin at midnight. Past hours are as warm as the first one.
  const from = Math.floor(weather.issuedAt / (24 * HOUR_MS)) * 24 * HOUR_MS
  const past = (firstHour(weather.issuedAt) - from) / HOUR_MS
  const temperatures = [...Array.from({ length: past }, () => weather.temperatures[0] ?? null), ...weather.temperatures]
  const isKnown = temperatures.map((temperature) => temperature !== null)
  const of = (value: (index: number) => number) => isKnown.map((known, index) => (known ? value(index) : null))
  return {
    latitude: 48.2,
    longitude: 16.38,
    generationtime_ms: 0.2,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    timezone_abbreviation: 'GMT',
    elevation: 171,
    current_units: { time: 'unixtime', interval: 'seconds', temperature_2m: '°C' },
    current: { time: Math.floor(weather.issuedAt / 1_000), interval: 900, temperature_2m: weather.temperatures[0] },
    hourly_units: {
      time: 'unixtime',
      temperature_2m: '°C',
      weather_code: 'wmo code',
      is_day: '',
      wind_speed_10m: 'm/s',
      precipitation: 'mm',
      precipitation_probability: '%',
    },
    hourly: {
      time: temperatures.map((_, index) => (from + index * HOUR_MS) / 1_000),
      temperature_2m: temperatures,
      weather_code: of((index) => skyAt(weather, Math.max(0, index - past))[1]),
      is_day: of((index) => (skyAt(weather, Math.max(0, index - past))[0].endsWith('_night') ? 0 : 1)),
      wind_speed_10m: of(() => 5),
      precipitation: of(() => 0.4),
      precipitation_probability: of(() => 35),
    },
  }
}
