import { type Forecast, WEATHER_CONDITIONS, WEATHER_FIGURES, type WeatherFigure } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type WeatherPlace, weatherValue } from './weather-value.ts'
import { fromUnit, inUnit, unitsFor } from './words.ts'
import { writtenValue } from './written-value.ts'

const HOUR_MS = 3_600_000
/** 23:00 in Vienna. */
const NOW = Date.parse('2026-11-24T22:00:00Z')

const forecastOf = (hour: Partial<Forecast['hours'][number]> = {}): Forecast => ({
  town: 'Vienna',
  credit: 'MET Norway · CC BY 4.0',
  units: { temperature: 'celsius', wind: 'km/h' },
  issuedAt: NOW,
  until: NOW + 6 * HOUR_MS,
  hours: [{ at: NOW, temperature: 9.6, condition: 'rain', wind: 5, ...hour }],
  days: [{ date: '2026-11-24', condition: 'rain', high: 11.2, low: 3.4 }],
})
const place = (more: Partial<WeatherPlace> = {}): WeatherPlace => ({
  zoneOffsets: [[0, 60]],
  language: 'de-AT',
  forecast: forecastOf(),
  units: { temperature: 'celsius', wind: 'km/h' },
  ...more,
})
const value = (figure: WeatherFigure, at = place()) => weatherValue({ of: 'weather', figure }, at)

describe('figures of the weather', () => {
  it('[DT5] are those that people see, in the units and the language of the display', () => {
    const written = (at: WeatherPlace) => WEATHER_FIGURES.map((figure) => writtenValue(value(figure, at)))
    expect(written(place())).toEqual(['10°', 'Regen', '11°', '3°', '18 km/h', undefined, undefined, undefined])
    const there = place({ language: 'en-US', units: { temperature: 'fahrenheit', wind: 'mph' } })
    expect(written(there).slice(0, 5)).toEqual(['49°', 'Rain', '52°', '38°', '11 mph'])
  })

  it('[DT6] are compared as people see them: whole in their unit', () => {
    expect(value('temperature').value).toBe(10)
    const fahrenheit = value('temperature', place({ units: { temperature: 'fahrenheit', wind: 'mph' } }))
    expect(fahrenheit.value).toBe(fromUnit(49, 'fahrenheit'))
  })

  it('[DT6] end with the forecast, and those of today at midnight of the display', () => {
    expect(value('temperature').until).toBe(NOW + 6 * HOUR_MS)
    expect(value('high').until).toBe(NOW + HOUR_MS)
  })

  it('[DT9] are missing without a forecast, and where the source does not know', () => {
    for (const figure of WEATHER_FIGURES) {
      expect(value(figure, place({ forecast: undefined }))).toMatchObject({ value: null })
      expect(value(figure, place({ forecast: undefined })).until).toBeUndefined()
    }
    expect(value('wind', place({ forecast: forecastOf({ wind: undefined }) })).value).toBeNull()
    expect(value('high', place({ forecast: { ...forecastOf(), days: [] } })).value).toBeNull()
  })

  it('[DT6] every condition of the sky is wet, sunny or neither, and no hour of the night is sunny', () => {
    const told = (figure: WeatherFigure, isNight?: true) =>
      WEATHER_CONDITIONS.filter(
        (condition) => value(figure, place({ forecast: forecastOf({ condition, isNight }) })).value === true,
      )
    expect(told('raining')).toEqual(['drizzle', 'rain', 'heavy-rain', 'showers', 'sleet', 'thunder'])
    expect(told('snowing')).toEqual(['sleet', 'snow'])
    expect(told('sunny')).toEqual(['clear', 'fair'])
    expect(told('sunny', true)).toEqual([])
  })
})

it('[DT6] a number that is typed in a unit is the same when it is read again', () => {
  const unit = fc.constantFrom('celsius', 'fahrenheit', 'm/s', 'km/h', 'mph')
  fc.assert(
    fc.property(fc.integer({ min: -600, max: 1_500 }), unit, (tenths, of) => {
      const typed = tenths / 10
      expect(Math.round(inUnit(fromUnit(typed, of), of) * 10) / 10).toBeCloseTo(typed, 9)
      expect(fromUnit(Math.round(inUnit(fromUnit(tenths, of), of)), of)).toBe(fromUnit(tenths, of))
    }),
  )
})

it('[DT5] units are the chosen ones, or those of the region of the language, or of the town', () => {
  expect(unitsFor({}, 'en-US', 'AT')).toEqual({ temperature: 'fahrenheit', wind: 'mph' })
  expect(unitsFor({}, 'en', 'US')).toEqual({ temperature: 'fahrenheit', wind: 'mph' })
  expect(unitsFor({}, undefined, undefined)).toEqual({ temperature: 'celsius', wind: 'km/h' })
  expect(unitsFor({ wind: 'm/s' }, 'not a tag', 'GB')).toEqual({ temperature: 'celsius', wind: 'm/s' })
})
