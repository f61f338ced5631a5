import {
  type ComparedValue,
  type Forecast,
  isWeatherValue,
  type OrganisationId,
  type ProgrammeId,
  type Schedule,
  Town,
  WEATHER_VALUES,
  type WeatherHere,
  WeatherUnits,
  type ZoneOffsets,
} from '@placard/contract'
import { scheduleUntil } from '@placard/playback'
import type { Config } from '../../platform/config.ts'
import type { Queries } from '../../platform/database/database.ts'
import { listUsing } from '../values/service.ts'
import type { ItemState } from './item-fields.ts'
import { findWeather, listWeather } from './weather.store.ts'
import { ForecastCopy, forecastAt, type KeptWeather } from './weather-copy.ts'

/** The weather of the displays of an organisation that are in a town. Empty if nothing that was read shows the weather. */
export type WeatherOfDisplays = ReadonlyMap<ProgrammeId, KeptWeather>

/** Reads the weather of all displays of an organisation if some of the items or values are of it. */
export async function readWeather(
  queries: Queries,
  organisationId: OrganisationId,
  items: readonly { type: string }[],
  values: readonly ComparedValue[],
  known: WeatherOfDisplays,
): Promise<WeatherOfDisplays> {
  const isShown = items.some(({ type }) => type === 'weather') || values.some(isWeatherValue)
  if (known.size > 0 || !isShown) return known
  return readWeatherOfDisplays(queries, organisationId)
}

export async function readWeatherOfDisplays(
  queries: Queries,
  organisationId: OrganisationId,
): Promise<WeatherOfDisplays> {
  const rows = await listWeather(queries, organisationId)
  const copies = new Map<string, ForecastCopy | undefined>()
  return new Map(
    rows.flatMap(({ id, copy, ...row }): [ProgrammeId, KeptWeather][] => {
      const town = readTown(row.town)
      if (!town) return []
      // Many displays are in one town.
      const read = copies.has(town.id) ? copies.get(town.id) : readCopy(copy)
      copies.set(town.id, read)
      return [[id, { town, units: readUnits(row.units), copy: read }]]
    }),
  )
}

/** True if something in an organisation has a figure of the weather in its text or its condition. */
export async function usesWeatherValues(queries: Queries, organisationId: OrganisationId): Promise<boolean> {
  return (await listUsing(queries, organisationId, WEATHER_VALUES)).length > 0
}

/** Null if the stored value cannot be read. */
export function readTown(stored: string | null): Town | null {
  return stored === null ? null : (Town.safeParse(JSON.parse(stored)).data ?? null)
}

export function readUnits(stored: string | null): WeatherUnits {
  return stored === null ? {} : (WeatherUnits.safeParse(JSON.parse(stored)).data ?? {})
}

export function readCopy(stored: string | null): ForecastCopy | undefined {
  return stored === null ? undefined : ForecastCopy.safeParse(JSON.parse(stored)).data
}

/** The item with the end of its forecast in its schedule. Nothing without a forecast. */
export function withForecast(
  item: ItemState,
  { forecast, zoneOffsets }: { forecast?: Forecast | undefined; zoneOffsets: ZoneOffsets },
): readonly ItemState[] {
  return forecast ? [{ ...item, schedule: until(item.schedule, forecast, zoneOffsets) }] : []
}

/** A schedule that ends when the forecast is too old. */
export function until(schedule: Schedule | null, forecast: Forecast, zoneOffsets: ZoneOffsets): Schedule {
  return scheduleUntil(schedule ?? undefined, forecast.until, zoneOffsets)
}

/** The weather at a display, for its editors. */
export async function weatherHere(
  queries: Queries,
  { weather: source }: Pick<Config, 'weather'>,
  display: { isPlaylist: boolean; town: Town | null; weatherUnits: WeatherUnits },
  place: { zoneOffsets: ZoneOffsets; language?: string | undefined },
  now: number,
): Promise<WeatherHere> {
  if (display.isPlaylist) return { problem: 'playlist' }
  if (!source) return { problem: 'no-source' }
  if (!display.town) return { problem: 'no-town' }
  const row = await findWeather(queries, display.town.id)
  const copy = readCopy(row?.copy ?? null)
  const forecast = forecastAt({ town: display.town, units: display.weatherUnits, copy }, place, now)
  if (forecast) return { forecast }
  return { problem: copy || row?.problem ? 'failed' : 'not-read' }
}
