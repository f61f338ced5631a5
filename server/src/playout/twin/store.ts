import { type DisplayKey, MediaId, type OrganisationId } from '@placard/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'

/** SQLite allows 32,766 values in a query, PostgreSQL 65,535. */
const FILES_AT_ONCE = 1_000

/**
 * The texts of stored files of an organisation: alternative texts, or the text of a page of a deck. Files of other organisations
 * are left out.
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

/** The number of visits to a page on one day, by the clock at its display. */
export type Visit = DisplayKey & { day: string; visits: number }

/** Adds to the count of all nodes. Does nothing if the display is gone. @param most upper limit for a day */
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

/** @returns counts by display id and day, separated by a space */
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
