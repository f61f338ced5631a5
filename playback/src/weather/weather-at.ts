import { type Forecast, type ForecastDay, type ForecastHour, WEATHER_DAYS, type ZoneOffsets } from '@placard/contract'
import { DAY_MS, localTimeOf, UTC } from '../zone.ts'

/** The part of a forecast that is shown at an instant. */
export type WeatherMoment = {
  now: ForecastHour
  /** The hours after the present one. */
  later: ForecastHour[]
  /** By the clock of the display. Undefined: the forecast has no such day. */
  today: ForecastDay | undefined
  /** At most WEATHER_DAYS days after today. */
  days: ForecastDay[]
  /** The next instant at which something of this changes. */
  until: number
}

/** @param at milliseconds since 1970 @returns undefined: the forecast is too old, or has nothing for this instant */
export function weatherAt(
  { hours, days, until }: Forecast,
  at: number,
  zoneOffsets: ZoneOffsets | undefined,
): WeatherMoment | undefined {
  if (at >= until) return undefined
  const later = hours.filter((hour) => hour.at > at)
  const now = hours[hours.length - later.length - 1] ?? hours[0]
  if (!now) return undefined
  const local = localTimeOf(zoneOffsets ?? UTC, at)
  const date = new Date(local).toISOString().slice(0, 10)
  const midnight = at + (Math.floor(local / DAY_MS) + 1) * DAY_MS - local
  return {
    now,
    later,
    today: days.filter((day) => day.date === date)[0],
    days: days.filter((day) => day.date > date).slice(0, WEATHER_DAYS),
    until: Math.min(until, later[0] ? later[0].at : until, midnight),
  }
}
