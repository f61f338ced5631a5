import type { Forecast, ZoneOffsets } from '@placard/contract'
import { localInWords } from '../live-words.ts'
import { weatherAt } from './weather-at.ts'
import { conditionInWords, rainInWords, temperatureInWords, weatherWords, windInWords } from './words.ts'

/** The weather as a plain table of texts: the town, the present weather, and a row for each day. */
export type ToldWeather = {
  town: string
  now: string
  headings: string[]
  rows: string[][]
  credit: string
  until: number
}

/** For people who read the weather instead of seeing it. @returns undefined: the forecast is too old */
export function toldWeather(
  forecast: Forecast,
  at: number,
  zoneOffsets: ZoneOffsets | undefined,
  language: string | undefined,
): ToldWeather | undefined {
  const moment = weatherAt(forecast, at, zoneOffsets)
  if (!moment) return undefined
  const { units, town, credit } = forecast
  const words = weatherWords(language)
  const { now, today, days, until } = moment
  const degrees = (celsius: number) => temperatureInWords(celsius, units.temperature, language)
  const all = today ? [today, ...days] : days
  const hasWind = all.some(({ wind }) => wind !== undefined)
  const hasRain = all.some(({ rain }) => rain !== undefined)
  return {
    town,
    now: `${degrees(now.temperature)} · ${conditionInWords(now.condition, now.isNight === true, language)}`,
    headings: [
      words.day,
      words.weather,
      words.high,
      words.low,
      ...(hasRain ? [words.amount] : []),
      ...(hasWind ? [words.wind] : []),
    ],
    rows: all.map((day) => [
      day === today
        ? words.today
        : localInWords(Date.parse(day.date), language, { weekday: 'long', day: 'numeric', month: 'long' }),
      conditionInWords(day.condition, false, language),
      degrees(day.high),
      degrees(day.low),
      ...(hasRain ? [day.rain === undefined ? '' : rainInWords(day.rain, language)] : []),
      ...(hasWind ? [day.wind === undefined ? '' : windInWords(day.wind, units.wind, language)] : []),
    ]),
    credit,
    until,
  }
}
