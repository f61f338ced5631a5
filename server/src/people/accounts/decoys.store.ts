import type { Queries } from '../../platform/database/database.ts'

export async function createDecoy(
  queries: Queries,
  { email, digest, madeAt }: { email: string; digest: string; madeAt: number },
): Promise<void> {
  await queries
    .insertInto('sign_up_decoy')
    .values({ email, digest, made_at: madeAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function hasDecoy(queries: Queries, email: string, digest: string): Promise<boolean> {
  const row = await queries
    .selectFrom('sign_up_decoy')
    .select('email')
    .where('email', '=', email)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row !== undefined
}

export async function removeDecoysBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('sign_up_decoy').where('made_at', '<', instant).execute()
}
