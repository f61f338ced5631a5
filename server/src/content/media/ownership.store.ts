import type { Queries } from '../../platform/database/database.ts'
import { removeWhere } from '../../platform/database/where.ts'

/** Key of the row in `setting`. */
export const INSTALLATION_KEY = 'installation'

/** The installation's id in this database. Undefined until it has been stored. */
export async function findInstallationId(queries: Queries): Promise<string | undefined> {
  const row = await queries.selectFrom('setting').select('value').where('key', '=', INSTALLATION_KEY).executeTakeFirst()
  return row?.value
}

/** @returns the stored id; an existing one is kept */
export async function ensureInstallationId(queries: Queries, id: string): Promise<string> {
  await queries
    .insertInto('setting')
    .values({ key: INSTALLATION_KEY, value: id })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await findInstallationId(queries)) ?? id
}

export async function removeInstallationId(queries: Queries): Promise<void> {
  await removeWhere(queries, 'setting', { key: INSTALLATION_KEY })
}
