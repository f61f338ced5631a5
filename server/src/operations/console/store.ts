import { type Organisation, type OrganisationId, UserId, type WaitingAccount } from '@placard/contract'
import { sql } from 'kysely'
import { countOf } from '../../platform/database/count-of.ts'
import type { Queries } from '../../platform/database/database.ts'

/** Counts of an organisation's objects. */
export type Holdings = Pick<Organisation, 'displays' | 'people' | 'items' | 'lines' | 'files' | 'storageBytes'>

/**
 * Counts rows in the tables of several features, which is the purpose of this store.
 *
 * @param organisationId undefined: all
 * @returns by organisation. Organisations without any objects are missing
 */
export async function countHoldings(queries: Queries, organisationId?: OrganisationId): Promise<Map<string, Holdings>> {
  const holdings = new Map<string, Holdings>()
  const of = (id: string): Holdings => {
    const known = holdings.get(id) ?? { displays: 0, people: 0, items: 0, lines: 0, files: 0, storageBytes: 0 }
    holdings.set(id, known)
    return known
  }
  const displays = queries.selectFrom('programme').where('kind', '=', 'display')
  for (const [rows, name] of [
    [displays, 'displays'],
    [queries.selectFrom('item'), 'items'],
    [queries.selectFrom('line'), 'lines'],
  ] as const) {
    let query = (rows as typeof displays)
      .select(['organisation_id', (column) => column.fn.countAll<number | string>().as('count')])
      .groupBy('organisation_id')
    if (organisationId !== undefined) query = query.where('organisation_id', '=', organisationId)
    for (const row of await query.execute()) of(row.organisation_id)[name] = Number(row.count)
  }

  let people = queries
    .selectFrom('profile')
    .select(['org', (column) => column.fn.countAll<number | string>().as('count')])
    .groupBy('org')
  if (organisationId !== undefined) people = people.where('org', '=', organisationId)
  for (const row of await people.execute()) of(row.org).people = Number(row.count)

  let files = queries
    .selectFrom('media_file')
    .select([
      'organisation_id',
      (column) => column.fn.countAll<number | string>().as('count'),
      (column) => column.fn.sum<number | string>('size_bytes').as('bytes'),
    ])
    .groupBy('organisation_id')
  if (organisationId !== undefined) files = files.where('organisation_id', '=', organisationId)
  for (const row of await files.execute()) {
    Object.assign(of(row.organisation_id), { files: Number(row.count), storageBytes: Number(row.bytes) })
  }
  return holdings
}

/**
 * Accounts without a profile, oldest first.
 *
 * @param words in lower case. The address must contain all of them
 */
export async function listWaitingAccounts(
  queries: Queries,
  words: readonly string[],
  limit: number,
): Promise<{ accounts: WaitingAccount[]; total: number }> {
  const found = words.reduce(
    (query, word) =>
      query.where('user.email', 'like', sql<string>`${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`),
    queries.selectFrom('user').leftJoin('profile', 'profile.user_id', 'user.id').where('profile.email', 'is', null),
  )
  const total = await countOf(found)
  const rows = await found
    .select(['user.id', 'user.email', 'user.created_at', 'user.disabled', 'user.operator', 'user.email_verified'])
    .orderBy('user.created_at')
    .orderBy('user.email')
    .limit(limit)
    .execute()
  const accounts = rows.map((row) => ({
    id: UserId.parse(row.id),
    email: row.email,
    signedUpAt: Date.parse(row.created_at),
    proven: row.email_verified === 1,
    disabled: row.disabled === 1,
    operator: row.operator === 1,
  }))
  return { accounts, total }
}
