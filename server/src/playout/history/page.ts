import {
  ACTIVITY_PAGE_ENTRIES,
  ActivityId,
  type ActivityPage,
  type ActivityQuery,
  type OrganisationId,
  type ProgrammeKey,
  type TableKey,
} from '@placard/contract'
import { listEntries, listPeople, type StoredEntry } from '../../content/activity/service.ts'
import { listNames } from '../../people/accounts/service.ts'
import type { Queries } from '../../platform/database/database.ts'
import { GROUPS, MAX_PEOPLE, personOf } from './groups.ts'

/** A page of a log: its entries as they are stored, newest first, and the rest of the answer. */
export async function readPage(
  queries: Queries,
  of: ProgrammeKey | TableKey | { organisationId: OrganisationId },
  { before, kind, person }: ActivityQuery,
): Promise<{ stored: StoredEntry[]; rest: Omit<ActivityPage, 'entries'> }> {
  const found = await listEntries(queries, {
    of,
    before: before === undefined ? undefined : Number(before),
    kinds: kind && GROUPS[kind],
    person,
  })
  const stored = found.slice(0, ACTIVITY_PAGE_ENTRIES)
  const last = stored.at(-1)
  return {
    stored,
    rest: {
      next: found.length > stored.length && last ? ActivityId.parse(String(last.id)) : null,
      people: before === undefined ? await listPeople(queries, of, MAX_PEOPLE) : [],
      names: await listNames(queries, stored.flatMap(personOf)),
    },
  }
}
