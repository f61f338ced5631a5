import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The weather in the answers of the site, for each hour from the present one. */
type SiteWeather = {
  /** Milliseconds since 1970. */
  issuedAt: number
  /** Degrees Celsius. */
  temperatures: number[]
  /** Codes of the WMO. They repeat until the last hour. */
  sky: readonly number[]
  isNight: boolean
}

/** A real server that answers as Open-Meteo does, with times in seconds since 1970. */
export type WeatherSite = {
  url: string
  weather: SiteWeather
  /** Answers instead of the weather. */
  fault: ((response: ServerResponse) => void) | undefined
  close(): Promise<void>
}

const HOUR_MS = 3_600_000

export async function startWeatherSite(port = 0): Promise<WeatherSite> {
  const server = createServer((_, response) => {
    if (site.fault) return site.fault(response)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerOf(site.weather)))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const site: WeatherSite = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    weather: weatherOf(20),
    fault: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return site
}

/** The same temperature for six days, issued now. */
export function weatherOf(temperature: number, more: Partial<SiteWeather> = {}): SiteWeather {
  const temperatures = Array.from({ length: 144 }, () => temperature)
  return { issuedAt: Date.now(), temperatures, sky: [2], isNight: false, ...more }
}

function answerOf({ issuedAt, temperatures, sky, isNight }: SiteWeather): object {
  const present = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const each = <Value>(value: Value) => temperatures.map(() => value)
  return {
    timezone: 'GMT',
    utc_offset_seconds: 0,
    current: { time: Math.floor(issuedAt / 1_000), interval: 900, temperature_2m: temperatures[0] },
    hourly: {
      time: temperatures.map((_, index) => (present + index * HOUR_MS) / 1_000),
      temperature_2m: temperatures,
      weather_code: temperatures.map((_, index) => sky[index % sky.length]),
      is_day: each(isNight ? 0 : 1),
      wind_speed_10m: each(5),
      precipitation: each(0.4),
      precipitation_probability: each(35),
    },
  }
}
