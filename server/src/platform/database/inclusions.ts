import { expressionBuilder, sql } from 'kysely'
import type { Queries } from './database.ts'
import { inOrganisation } from './in-organisation.ts'
import type { Tables } from './tables.ts'

/**
 * The playlists of displays, as a table for `selectFrom`: those that an item includes, and those in a zone of a layout. A
 * display may have a playlist twice. `zone` is the number of the zone that plays it: 1, the main one, for an item's.
 */
export function inclusions() {
  const { selectFrom } = expressionBuilder<Tables, never>()
  return selectFrom('item')
    .select((column) => [
      'organisation_id',
      'programme_id',
      column.ref('playlist_id').$notNull().as('playlist_id'),
      sql<number>`1`.as('zone'),
    ])
    .where('playlist_id', 'is not', null)
    .unionAll(
      selectFrom('zone').select(['organisation_id', 'programme_id', 'playlist_id', sql<number>`place + 2`.as('zone')]),
    )
    .as('inclusion')
}

/** The inclusions, each with the programme that has the playlist. */
export const selectIncluders = (queries: Queries) =>
  queries.selectFrom(inclusions()).innerJoin('programme', inOrganisation({ 'programme.id': 'inclusion.programme_id' }))
