import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metAnswer, openMeteoAnswer } from '../../testing/weather-server.ts'
import { addressOf, readForecast } from './read-forecast.ts'

const NOW = Date.parse('2026-11-24T09:00:00Z')
const HOUR_MS = 3_600_000
const temperatures = Array.from({ length: 144 }, (_, hour) => hour % 30)
const read = (source: 'met-norway' | 'open-meteo', answer: unknown, now = NOW) =>
  readForecast(source, Buffer.from(JSON.stringify(answer)), now)
/** An answer of MET Norway with one step. */
const withSymbol = (symbol: string) => metAnswer({ issuedAt: NOW, temperatures: [1], sky: [[symbol, 0]] })

describe('the answer of MET Norway', () => {
  it('[DT5] has hours first and steps of six hours later', () => {
    const copy = read('met-norway', metAnswer({ issuedAt: NOW, temperatures }))
    expect(copy).toMatchObject({ source: 'met-norway', issuedAt: NOW })
    expect(copy?.steps[0]).toEqual({
      at: NOW,
      hours: 1,
      temperature: 0,
      condition: 'partly-cloudy',
      wind: 5,
      rain: 0.4,
    })
    expect(copy?.steps.at(-1)).toMatchObject({ hours: 6, rain: 2.4 })
  })

  it.each([
    ['clearsky_night', 'clear', true],
    ['fair_day', 'fair', undefined],
    ['partlycloudy_polartwilight', 'partly-cloudy', undefined],
    ['cloudy', 'cloudy', undefined],
    ['fog', 'fog', undefined],
    ['lightrain', 'drizzle', undefined],
    ['rain', 'rain', undefined],
    ['heavyrain', 'heavy-rain', undefined],
    ['lightrainshowers_day', 'showers', undefined],
    ['heavyrainshowers_night', 'heavy-rain', true],
    ['lightssleetshowersandthunder_day', 'thunder', undefined],
    ['sleet', 'sleet', undefined],
    ['heavysnowshowers_day', 'snow', undefined],
  ])('[DT5] %s is %s', (symbol, condition, isNight) => {
    expect(read('met-norway', withSymbol(symbol))?.steps[0]).toMatchObject({
      condition,
      ...(isNight ? { isNight } : {}),
    })
  })

  it('[DT9] a symbol that is not known leaves the hour out', () => {
    expect(read('met-norway', withSymbol('frogs_day'))).toBeUndefined()
  })
})

describe('the answer of Open-Meteo', () => {
  it('[DT5] has the hours of today and of the next days', () => {
    const copy = read('open-meteo', openMeteoAnswer({ issuedAt: NOW, temperatures }))
    expect(copy?.steps.find(({ at }) => at === NOW)).toEqual({
      ...{ at: NOW, hours: 1, temperature: 0, condition: 'partly-cloudy', wind: 5, rain: 0.4, rainChance: 35 },
    })
  })

  it('[DT9] an hour of nulls is left out, and what is not known of another hour is absent', () => {
    const answer = openMeteoAnswer({ issuedAt: NOW, temperatures: [1, null, 3] }) as {
      hourly: Record<string, unknown[]>
    }
    answer.hourly.wind_speed_10m = answer.hourly.wind_speed_10m?.map(() => null) ?? []
    const steps = read('open-meteo', answer)?.steps.filter(({ at }) => at >= NOW)
    expect(steps?.map(({ at, wind }) => [(at - NOW) / HOUR_MS, wind])).toEqual([
      [0, undefined],
      [2, undefined],
    ])
  })
})

it('[DT5] an address has four decimals at most', () => {
  const place = { latitude: 48.208_493_7, longitude: -0.000_01 }
  expect(addressOf('met-norway', 'https://a.example', place)).toBe(
    'https://a.example/weatherapi/locationforecast/2.0/compact?lat=48.2085&lon=0',
  )
  expect(addressOf('open-meteo', 'https://a.example', place)).toContain('latitude=48.2085&longitude=0&')
})

it('[DT9] a forecast of tomorrow was issued now at the latest, and years ago is none', () => {
  expect(read('met-norway', metAnswer({ issuedAt: NOW + HOUR_MS, temperatures }))?.issuedAt).toBe(NOW)
  expect(read('met-norway', metAnswer({ issuedAt: NOW - 400 * 24 * HOUR_MS, temperatures }))).toBeUndefined()
})

it('[DT9] whatever a source answers is a forecast with possible values, or none', () => {
  const answers = fc.oneof(
    fc.jsonValue(),
    fc.record({ properties: fc.record({ meta: fc.jsonValue(), timeseries: fc.array(fc.jsonValue()) }) }),
    fc.record({
      current: fc.record({ time: fc.jsonValue() }),
      hourly: fc.record({
        time: fc.array(fc.jsonValue()),
        temperature_2m: fc.jsonValue(),
        weather_code: fc.jsonValue(),
      }),
    }),
  )
  fc.assert(
    fc.property(answers, fc.constantFrom('met-norway' as const, 'open-meteo' as const), (answer, source) => {
      for (const { temperature, hours } of read(source, answer)?.steps ?? []) {
        expect(temperature).toBeGreaterThan(-100)
        expect(hours).toBeGreaterThan(0)
      }
    }),
  )
})
