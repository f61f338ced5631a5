import { type Forecast, WEATHER_CONDITIONS } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { scheduleUntil } from '../schedule-until.ts'
import { weatherSymbol } from './symbol.ts'
import { toldWeather } from './told.ts'
import { weatherAt } from './weather-at.ts'
import { conditionInWords, rainInWords, temperatureInWords, windInWords } from './words.ts'

const HOUR_MS = 3_600_000
/** A Tuesday, an hour before midnight in Vienna. */
const NOW = Date.parse('2026-11-24T22:00:00Z')
const VIENNA: [number, number][] = [[0, 60]]

const forecast: Forecast = {
  town: 'Vienna',
  credit: 'MET Norway · CC BY 4.0',
  units: { temperature: 'celsius', wind: 'km/h' },
  issuedAt: NOW,
  until: NOW + 6 * HOUR_MS,
  hours: Array.from({ length: 18 }, (_, hour) => ({
    at: NOW + hour * HOUR_MS,
    temperature: 3 - hour,
    condition: 'clear' as const,
    isNight: true as const,
  })),
  days: ['24', '25', '26', '27', '28', '29'].map((day, index) => ({
    date: `2026-11-${day}`,
    condition: 'snow' as const,
    high: index,
    low: -index,
    ...(index === 1 ? { rain: 4, wind: 5 } : {}),
  })),
}

describe('weather at an instant', () => {
  it('[DT5] is that of the present hour, with today and four days', () => {
    const moment = weatherAt(forecast, NOW + 30 * 60_000, VIENNA)
    expect(moment).toMatchObject({ now: { temperature: 3 }, today: { date: '2026-11-24' }, until: NOW + HOUR_MS })
    expect(moment?.days.map(({ date }) => date.slice(8))).toEqual(['25', '26', '27', '28'])
  })

  it('[DT5] goes on by itself: the next hour, and after midnight the next day', () => {
    const moment = weatherAt(forecast, NOW + 3 * HOUR_MS, VIENNA)
    expect(moment).toMatchObject({ now: { temperature: 0 }, today: { date: '2026-11-25' } })
    expect(moment?.days.map(({ date }) => date.slice(8))).toEqual(['26', '27', '28', '29'])
  })

  it('[DT5] ends when the forecast is too old', () => {
    expect(weatherAt(forecast, forecast.until - 1, VIENNA)).toBeDefined()
    expect(weatherAt(forecast, forecast.until, VIENNA)).toBeUndefined()
  })
})

it('[DT5] a schedule ends with the forecast, or before it', () => {
  expect(scheduleUntil(undefined, NOW, VIENNA)).toEqual({ until: '2026-11-24T23:00:00' })
  expect(scheduleUntil({ days: [2], until: '2026-11-24T12:00' }, NOW, VIENNA)).toEqual({
    days: [2],
    until: '2026-11-24T12:00',
  })
  expect(scheduleUntil({ until: '2026-12-24' }, NOW, VIENNA)).toEqual({ until: '2026-11-24T23:00:00' })
})

describe('figures in words', () => {
  it.each([
    [21.4, 'celsius', 'en', '21°'],
    [21.4, 'fahrenheit', 'en', '71°'],
    [-0.4, 'celsius', 'en', '0°'],
    [-12, 'celsius', 'en', '-12°'],
    [30, 'celsius', 'ar-EG', '٣٠°'],
  ] as const)('[DT5] %d degrees are %s in %s: %s', (celsius, unit, language, words) => {
    expect(temperatureInWords(celsius, unit, language)).toBe(words)
  })

  it.each([
    ['m/s', 'en', '5 m/s'],
    ['km/h', 'de', '18 km/h'],
    ['mph', 'en', '11 mph'],
  ] as const)('[DT5] five metres per second in %s', (unit, language, words) => {
    expect(windInWords(5, unit, language)).toBe(words)
  })

  it('[DT5] rain is told in whole millimetres, and less than one with a decimal', () => {
    expect([rainInWords(12.4, 'en'), rainInWords(0.4, 'en')]).toEqual(['12 mm', '0.4 mm'])
  })

  it('[DT5] a language that is not known here has the words in English', () => {
    expect([conditionInWords('rain', false, 'sw'), conditionInWords('rain', false, undefined)]).toEqual([
      'Rain',
      'Rain',
    ])
    expect(conditionInWords('clear', true, 'en')).not.toBe(conditionInWords('clear', false, 'en'))
  })
})

it('[DT5] every condition has a symbol of its own, by day and by night', () => {
  const drawn = WEATHER_CONDITIONS.map((condition) => JSON.stringify(weatherSymbol(condition, false)))
  expect(new Set(drawn).size).toBe(WEATHER_CONDITIONS.length)
  for (const condition of ['clear', 'fair', 'partly-cloudy', 'showers'] as const) {
    expect(weatherSymbol(condition, true)).not.toEqual(weatherSymbol(condition, false))
  }
})

it('[DT7] for readers the days are a table with headings', () => {
  const told = toldWeather(forecast, NOW, VIENNA, 'en')
  expect(told).toMatchObject({ town: 'Vienna', now: '3° · Clear', credit: 'MET Norway · CC BY 4.0' })
  expect(told?.headings).toEqual(['Day', 'Weather', 'High', 'Low', 'Rain', 'Wind'])
  expect(told?.rows.slice(0, 2)).toEqual([
    ['Today', 'Snow', '0°', '0°', '', ''],
    ['Wednesday, November 25', 'Snow', '1°', '-1°', '4 mm', '18 km/h'],
  ])
  expect(toldWeather(forecast, forecast.until, VIENNA, 'en')).toBeUndefined()
})
