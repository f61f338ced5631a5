import {
  type CellValue,
  FIGURE_TYPES,
  type Forecast,
  type ForecastDay,
  type ForecastHour,
  type Value,
  type ValueNow,
  type WeatherCondition,
  type WeatherFigure,
  type ZoneOffsets,
} from '@placard/contract'
import { DAY_MS, firstInstantOf } from '../zone.ts'
import { conditionInWords, fromUnit, inUnit, type ShownUnits } from './words.ts'

/** The weather at a display. */
export type WeatherPlace = {
  zoneOffsets: ZoneOffsets
  /** BCP 47, of the display. */
  language?: string | undefined
  /** Its first hour is the present one, and its first day is today. Absent: none that may be shown. */
  forecast?: Forecast | undefined
  units: ShownUnits
}

type Weather = { hour: ForecastHour; today: ForecastDay | undefined; language: string | undefined }

/** A missing figure is a compile error. undefined: the source does not know it. */
const FIGURES: Record<WeatherFigure, (weather: Weather) => CellValue | undefined> = {
  temperature: ({ hour }) => hour.temperature,
  weather: ({ hour, language }) => conditionInWords(hour.condition, hour.isNight === true, language),
  high: ({ today }) => today?.high,
  low: ({ today }) => today?.low,
  wind: ({ hour }) => hour.wind,
  raining: ({ hour }) => RAINING.has(hour.condition),
  snowing: ({ hour }) => SNOWING.has(hour.condition),
  sunny: ({ hour }) => SUNNY.has(hour.condition) && !hour.isNight,
}

const RAINING = new Set<WeatherCondition>(['drizzle', 'rain', 'heavy-rain', 'showers', 'sleet', 'thunder'])
const SNOWING = new Set<WeatherCondition>(['sleet', 'snow'])
const SUNNY = new Set<WeatherCondition>(['clear', 'fair'])

/** Figures of the whole day. They change at its end. */
const OF_TODAY = new Set<WeatherFigure>(['high', 'low'])

/** The unit in which people see a figure. undefined: it has none. */
export function unitOf(figure: WeatherFigure, units: ShownUnits): ValueNow['unit'] {
  if (FIGURE_TYPES[figure] !== 'number') return undefined
  return figure === 'wind' ? units.wind : units.temperature
}

/** A figure of the weather at a display. A number is that which people see there: whole in its unit. */
export function weatherValue(of: Extract<Value, { of: 'weather' }>, place: WeatherPlace): ValueNow {
  const { figure } = of
  const { forecast, zoneOffsets, language, units } = place
  const unit = unitOf(figure, units)
  const hour = forecast?.hours[0]
  const today = forecast?.days[0]
  const value = (hour && FIGURES[figure]({ hour, today, language })) ?? null
  const midnight =
    today && OF_TODAY.has(figure)
      ? firstInstantOf(zoneOffsets, Date.parse(today.date) + DAY_MS)
      : Number.POSITIVE_INFINITY
  return {
    of,
    names: [],
    column: { type: FIGURE_TYPES[figure] },
    language: language ?? 'en',
    ...(unit === undefined ? {} : { unit }),
    value: typeof value === 'number' && unit ? fromUnit(Math.round(inUnit(value, unit)), unit) : value,
    ...(value === null || !forecast ? {} : { until: Math.min(forecast.until, midnight) }),
  }
}
