import type { Line, OrganisationId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { readValues, type ValuesNow } from '../values/service.ts'
import { readTables, type TablesOfBoards } from './boards.ts'
import { type Decks, readDecks } from './decks.ts'
import { type Feeds, readFeeds } from './feeds.ts'
import { type ItemState, valuesOfItem } from './item-fields.ts'
import { valuesOfLine } from './lines.store.ts'
import { readWeather, type WeatherOfDisplays } from './weather-of-displays.ts'

/**
 * The data that items and lines show or depend on besides themselves: the pages of decks, the last copies of feeds, the tables of boards,
 * values, and the weather.
 */
export type Sources = {
  decks: Decks
  feeds: Feeds
  tables: TablesOfBoards
  values: ValuesNow
  weather: WeatherOfDisplays
}

export const NO_SOURCES: Sources = {
  decks: new Map(),
  feeds: new Map(),
  tables: new Map(),
  values: new Map(),
  weather: new Map(),
}

/** Reads the sources of items and lines, except the known ones. */
export async function readSources(
  queries: Queries,
  organisationId: OrganisationId,
  items: readonly ItemState[],
  known: Sources = NO_SOURCES,
  lines: readonly Line[] = [],
): Promise<Sources> {
  const values = [...items.flatMap(valuesOfItem), ...lines.flatMap(valuesOfLine)]
  return {
    decks: await readDecks(queries, organisationId, items, known.decks),
    feeds: await readFeeds(queries, organisationId, items, known.feeds),
    tables: await readTables(queries, organisationId, items, known.tables),
    values: await readValues(queries, organisationId, values, known.values),
    weather: await readWeather(queries, organisationId, items, values, known.weather),
  }
}
