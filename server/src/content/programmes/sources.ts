import type { OrganisationId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { readTables, type TablesOfBoards } from './boards.ts'
import { type Decks, readDecks } from './decks.ts'
import { type Feeds, readFeeds } from './feeds.ts'
import type { ItemState } from './item-fields.ts'

/** The data that items show besides themselves: the pages of decks, the last copies of feeds, and the tables of boards. */
export type Sources = { decks: Decks; feeds: Feeds; tables: TablesOfBoards }

export const NO_SOURCES: Sources = { decks: new Map(), feeds: new Map(), tables: new Map() }

/** Reads the sources of items, except the known ones. */
export async function readSources(
  queries: Queries,
  organisationId: OrganisationId,
  items: readonly ItemState[],
  known: Sources = NO_SOURCES,
): Promise<Sources> {
  return {
    decks: await readDecks(queries, organisationId, items, known.decks),
    feeds: await readFeeds(queries, organisationId, items, known.feeds),
    tables: await readTables(queries, organisationId, items, known.tables),
  }
}
