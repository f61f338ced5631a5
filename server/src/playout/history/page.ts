import {
  ACTIVITY_PAGE_ENTRIES,
  ActivityId,
  type ActivityKind,
  type ActivityPage,
  type ActivityQuery,
  type OrganisationId,
  type ProgrammeKey,
  type TableKey,
} from '@placard/contract'
import { listCovering, listEntries, listPeople, type StoredEntry } from '../../content/activity/service.ts'
import { listNames } from '../../people/accounts/service.ts'
import type { Queries } from '../../platform/database/database.ts'
import { CHANGES_OF_TABLES, COVERING, GROUPS, MAX_PEOPLE, personOf } from './groups.ts'

type Log = ProgrammeKey | TableKey | { organisationId: OrganisationId }

/**
 * A page of a log: its entries as they are stored, newest first, and the rest of the answer. The log of a display includes take-overs and
 * inserts on it.
 *
 * @param tables the log also includes what people changed in these
 */
export async function readPage(
  queries: Queries,
  of: Log,
  { before, kind, person }: ActivityQuery,
  tables: readonly TableKey[] = [],
): Promise<{ stored: StoredEntry[]; rest: Omit<ActivityPage, 'entries'> }> {
  const narrowed = { before: before === undefined ? undefined : Number(before), person }
  const kinds = kind && GROUPS[kind]
  const among = (wanted: readonly ActivityKind[]) => wanted.filter((one) => kinds?.includes(one) ?? true)
  const pages = [await listEntries(queries, { of, ...narrowed, kinds })]
  if ('displayId' in of) pages.push(await listCovering(queries, { of, ...narrowed, kinds: among(COVERING) }))
  const ofTables = among(CHANGES_OF_TABLES)
  for (const table of ofTables.length > 0 ? tables : [])
    pages.push(await listEntries(queries, { of: table, ...narrowed, kinds: ofTables }))
  const found = pages.flat().sort((one, other) => other.id - one.id)
  const stored = found.slice(0, ACTIVITY_PAGE_ENTRIES)
  const last = stored.at(-1)
  return {
    stored,
    rest: {
      next: found.length > stored.length && last ? ActivityId.parse(String(last.id)) : null,
      people: before === undefined ? await peopleIn(queries, of, stored) : [],
      names: await listNames(queries, stored.flatMap(personOf)),
    },
  }
}

/** Everybody in the log itself, and in the entries of the page that it includes. */
async function peopleIn(queries: Queries, of: Log, stored: readonly StoredEntry[]): Promise<string[]> {
  const own = await listPeople(queries, of, MAX_PEOPLE)
  const others = stored.map(({ actor }) => actor.email).filter((email) => email !== '')
  return [...new Set([...own, ...others])].sort().slice(0, MAX_PEOPLE)
}
