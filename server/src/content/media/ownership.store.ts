import type { Queries } from '../../platform/database/database.ts'

/** Of the row of `setting`. */
export const INSTALLATION_KEY = 'installation'

/** The installation's id in this database; undefined until it has been written down. */
export async function findInstallationId(queries: Queries): Promise<string | undefined> {
  const row = await queries.selectFrom('setting').select('value').where('key', '=', INSTALLATION_KEY).executeTakeFirst()
  return row?.value
}

/** @returns the one that counts: a former one stays */
export async function ensureInstallationId(queries: Queries, id: string): Promise<string> {
  await queries
    .insertInto('setting')
    .values({ key: INSTALLATION_KEY, value: id })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await findInstallationId(queries)) ?? id
}

export async function removeInstallationId(queries: Queries): Promise<void> {
  await queries.deleteFrom('setting').where('key', '=', INSTALLATION_KEY).execute()
}
