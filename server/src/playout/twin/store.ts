import { type DisplayKey, MediaId, type OrganisationId } from '@placard/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'

/** SQLite takes 32,766 values in a query, PostgreSQL 65,535. */
const FILES_AT_ONCE = 1_000

/**
 * The words that stand for stored files of an organisation: an alternative text, or those on the page of a deck. A file of somebody
 * else has none.
 */
export async function readWords(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly MediaId[],
): Promise<Map<MediaId, string>> {
  const words = new Map<MediaId, string>()
  for (let from = 0; from < ids.length; from += FILES_AT_ONCE) {
    const rows = await queries
      .selectFrom('media_file')
      .select(['id', 'alternative_text', 'page_text'])
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ids.slice(from, from + FILES_AT_ONCE))
      .execute()
    for (const { id, alternative_text, page_text } of rows)
      words.set(MediaId.parse(id), alternative_text || page_text || '')
  }
  return words
}

/** How often a page was opened on a day by the clock at its display. */
export type Visit = DisplayKey & { day: string; visits: number }

/** Adds to what all nodes have counted. Of a display that is gone it does nothing. @param most a day holds no more */
export async function addVisits(
  queries: Queries,
  { organisationId, displayId, day, visits }: Visit,
  most: number,
): Promise<void> {
  const sum = sql<number>`read_visit.visits + excluded.visits`
  await queries
    .insertInto('read_visit')
    .columns(['organisation_id', 'display_id', 'day', 'visits'])
    .expression(
      queries
        .selectFrom('programme')
        .select([
          'organisation_id',
          'id',
          sql<string>`cast(${day} as text)`.as('day'),
          sql<number>`cast(${Math.min(visits, most)} as integer)`.as('visits'),
        ])
        .where('organisation_id', '=', organisationId)
        .where('id', '=', displayId),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'display_id', 'day'])
        .doUpdateSet({ visits: sql<number>`case when ${sum} > ${most} then ${most} else ${sum} end` }),
    )
    .execute()
}

/** @returns by the id of the display and the day, with a blank between them */
export async function listVisits(
  queries: Queries,
  organisationId: OrganisationId,
  { from, to }: { from: string; to: string },
): Promise<Map<string, number>> {
  const rows = await queries
    .selectFrom('read_visit')
    .select(['display_id', 'day', 'visits'])
    .where('organisation_id', '=', organisationId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  return new Map(rows.map(({ display_id, day, visits }) => [`${display_id} ${day}`, Number(visits)]))
}

export async function removeVisitsBefore(queries: Queries, day: string): Promise<void> {
  await queries.deleteFrom('read_visit').where('day', '<', day).execute()
}
