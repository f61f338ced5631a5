import type { Queries } from '../database/database.ts'

/** A setting that exists already stays. */
export async function createSetting(queries: Queries, key: string, value: string): Promise<void> {
  await queries
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

export async function findSetting(queries: Queries, key: string): Promise<string | undefined> {
  const row = await queries.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export async function putSetting(queries: Queries, key: string, value: string): Promise<void> {
  await queries
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
