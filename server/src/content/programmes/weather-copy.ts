import {
  type Forecast,
  type ForecastDay,
  type ForecastHour,
  type Town,
  WEATHER_CONDITIONS,
  WEATHER_DAYS,
  WEATHER_FRESH_MS,
  WEATHER_SOURCES,
  type WeatherCondition,
  type WeatherSource,
  type WeatherUnits,
  type ZoneOffsets,
} from '@placard/contract'
import { localTimeOf, unitsFor } from '@placard/playback'
import { z } from 'zod'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Hours in a manifest: the six in which it is shown without a network, and the twelve ahead that are shown. */
const HOURS_AHEAD = 18
/** A day with fewer known hours is left out, because its highest temperature would be wrong. */
const LEAST_HOURS_OF_DAY = 12
/** Hours by the clock of the display that decide the symbol of a day. */
const [DAY_BEGINS, DAY_ENDS] = [7, 20]
/** A day with this many hours of rain or snow has their symbol. */
const WET_HOURS = 3

const amount = z.number().optional()

/** The last answer of a source, in one form for all of them. */
export const ForecastCopy = z.object({
  source: z.enum(WEATHER_SOURCES),
  /** Milliseconds since 1970. */
  issuedAt: z.int(),
  /** In order. Each is valid for its number of hours, and `rain` is the amount in all of these. Units as in `ForecastHour`. */
  steps: z.array(
    z.object({
      at: z.int(),
      hours: z.int(),
      temperature: z.number(),
      condition: z.enum(WEATHER_CONDITIONS),
      isNight: z.literal(true).optional(),
      wind: amount,
      rain: amount,
      rainChance: amount,
    }),
  ),
})
export type ForecastCopy = z.infer<typeof ForecastCopy>
export type ForecastStep = ForecastCopy['steps'][number]

/** The town of a display, the units that were chosen there, and the last copy of its forecast. */
export type KeptWeather = { town: Town; units: WeatherUnits; copy: ForecastCopy | undefined }

/** The credit that each licence asks for (CC BY 4.0 of both). It is the same in every language. */
const CREDITS: Record<WeatherSource, string> = {
  'met-norway': 'MET Norway · CC BY 4.0',
  'open-meteo': 'Open-Meteo.com · CC BY 4.0',
}

/** The end of the time in which a copy may be shown: milliseconds since 1970. */
function freshUntil({ issuedAt, steps }: ForecastCopy): number {
  const last = steps.at(-1)
  return Math.min(issuedAt + WEATHER_FRESH_MS, last ? endOf(last) : 0)
}

const QUARTER_MS = HOUR_MS / 4

/**
 * The next instant at which the same copy may give other figures: an hour or a day begins, by any clock, or it is too old. null: it is too old
 * already.
 */
export function nextFigureAt(copy: ForecastCopy | undefined, now: number): number | null {
  if (!copy || now >= freshUntil(copy)) return null
  return Math.min(freshUntil(copy), (Math.floor(now / QUARTER_MS) + 1) * QUARTER_MS)
}

const endOf = ({ at, hours }: ForecastStep) => at + hours * HOUR_MS

/**
 * The forecast as players receive it.
 *
 * @returns undefined if there is no copy, it is too old, or it does not have the present hour
 */
export function forecastAt(
  { town, units, copy }: KeptWeather,
  { zoneOffsets, language }: { zoneOffsets: ZoneOffsets; language?: string | undefined },
  now: number,
): Forecast | undefined {
  if (!copy || now >= freshUntil(copy)) return undefined
  const present = copy.steps.findLastIndex(({ at }) => at <= now)
  const first = copy.steps[present]
  if (!first || endOf(first) <= now) return undefined
  const ahead = copy.steps.slice(present).filter(({ at }) => at < now + HOURS_AHEAD * HOUR_MS)
  return {
    town: town.name,
    credit: CREDITS[copy.source],
    units: unitsFor(units, language, town.country),
    issuedAt: copy.issuedAt,
    until: freshUntil(copy),
    hours: ahead.map(hourOf),
    days: daysOf(copy.steps, zoneOffsets, now),
  }
}

function hourOf({ hours, rain, ...step }: ForecastStep): ForecastHour {
  return { ...step, ...(rain === undefined ? {} : { rain: oneDecimal(rain / hours) }) }
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10

/** The days from today on, by the clock of the display. One more than is shown, because the day may change without a network. */
function daysOf(steps: readonly ForecastStep[], offsets: ZoneOffsets, now: number): ForecastDay[] {
  const dateOf = (at: number) => new Date(localTimeOf(offsets, at)).toISOString().slice(0, 10)
  const today = dateOf(now)
  const days: ForecastDay[] = []
  for (const [date, all] of Map.groupBy(steps, ({ at }) => dateOf(at))) {
    const known = all.reduce((sum, { hours }) => sum + hours, 0)
    if (date < today || (date > today && known < LEAST_HOURS_OF_DAY)) continue
    const temperatures = all.map(({ temperature }) => temperature)
    days.push({
      date,
      condition: conditionOf(all, offsets),
      high: Math.max(...temperatures),
      low: Math.min(...temperatures),
      ...most('wind', all, (values) => Math.max(...values)),
      ...most('rain', all, (values) => oneDecimal(values.reduce((sum, one) => sum + one, 0))),
      ...most('rainChance', all, (values) => Math.max(...values)),
    })
  }
  return days.slice(0, WEATHER_DAYS + 2)
}

function most<Name extends 'wind' | 'rain' | 'rainChance'>(
  name: Name,
  steps: readonly ForecastStep[],
  of: (values: number[]) => number,
): { [Key in Name]?: number } {
  const values = steps.flatMap((step) => step[name] ?? [])
  return values.length === 0 ? {} : ({ [name]: of(values) } as { [Key in Name]: number })
}

const DRY = new Set<WeatherCondition>(['clear', 'fair', 'partly-cloudy', 'cloudy', 'fog'])

/** The condition of most hours by day. Rain or snow counts if it lasts for some hours. */
function conditionOf(all: readonly ForecastStep[], offsets: ZoneOffsets): WeatherCondition {
  const byDay = all.filter(({ at }) => {
    const hour = new Date(localTimeOf(offsets, at)).getUTCHours()
    return hour >= DAY_BEGINS && hour < DAY_ENDS
  })
  const steps = byDay.length > 0 ? byDay : all
  const hours = new Map<WeatherCondition, number>()
  for (const step of steps) hours.set(step.condition, (hours.get(step.condition) ?? 0) + step.hours)
  const total = (isDry: boolean) =>
    [...hours].filter(([condition]) => DRY.has(condition) === isDry).reduce((sum, [, count]) => sum + count, 0)
  const isDry = total(false) < WET_HOURS && total(true) > 0
  const [first] = [...hours]
    .filter(([condition]) => DRY.has(condition) === isDry)
    .sort(
      ([one, many], [other, count]) =>
        count - many || WEATHER_CONDITIONS.indexOf(other) - WEATHER_CONDITIONS.indexOf(one),
    )
  return (first as [WeatherCondition, number])[0]
}

/** Keeps the hours of the day that a new answer no longer has, so that the highest temperature of today stays right. */
export function withPast(copy: ForecastCopy, before: ForecastCopy | undefined): ForecastCopy {
  const first = copy.steps[0]?.at ?? 0
  const past = before?.source === copy.source ? before.steps.filter((step) => endOf(step) <= first) : []
  return { ...copy, steps: [...past.filter(({ at }) => at > first - DAY_MS), ...copy.steps] }
}
