import type { TemperatureUnit, WeatherUnits, WindUnit } from '@placard/contract'

/** The units in which the weather is shown. */
export type ShownUnits = { temperature: TemperatureUnit; wind: WindUnit }

const IN_FAHRENHEIT = new Set(['US', 'BS', 'BZ', 'FM', 'KY', 'LR', 'MH', 'PW'])
const IN_MILES = new Set([...IN_FAHRENHEIT, 'GB'])
const IN_METRES = new Set(['AX', 'DK', 'FI', 'FO', 'GL', 'IS', 'JP', 'KR', 'NO', 'RU', 'SE', 'SJ', 'CN', 'TW'])

/** The chosen units, or else those of the country in the language's name (`en-US`), or else of the town. */
export function unitsFor(
  { temperature, wind }: WeatherUnits,
  language: string | undefined,
  townCountry: string | undefined,
): ShownUnits {
  const country = regionOf(language) ?? townCountry ?? ''
  return {
    temperature: temperature ?? (IN_FAHRENHEIT.has(country) ? 'fahrenheit' : 'celsius'),
    wind: wind ?? (IN_MILES.has(country) ? 'mph' : IN_METRES.has(country) ? 'm/s' : 'km/h'),
  }
}

function regionOf(language: string | undefined): string | undefined {
  try {
    return language === undefined ? undefined : new Intl.Locale(language).region
  } catch {
    return undefined
  }
}

type Unit = TemperatureUnit | WindUnit

/** The number of the unit for one metre per second. */
const SPEEDS: Record<WindUnit, number> = { 'm/s': 1, 'km/h': 3.6, mph: 2.236_936 }

/** @param value degrees Celsius, or metres per second */
export function inUnit(value: number, unit: Unit): number {
  if (unit === 'celsius') return value
  return unit === 'fahrenheit' ? value * 1.8 + 32 : value * SPEEDS[unit]
}

/** Degrees Celsius or metres per second with four decimals, so that the same number of a unit always gives the same one. */
export function fromUnit(value: number, unit: Unit): number {
  if (unit === 'celsius') return fourDecimals(value)
  return fourDecimals(unit === 'fahrenheit' ? (value - 32) / 1.8 : value / SPEEDS[unit])
}

const fourDecimals = (value: number) => Math.round(value * 10_000) / 10_000 || 0
