import { z } from 'zod'
import type { Queries } from '../../platform/database/database.ts'
import { updateWhere } from '../../platform/database/where.ts'

const KEY = 'setup.link'

const StoredLink = z.object({
  /** Digest of its token. */
  digest: z.string(),
  expiresAt: z.int(),
  /** null until it was used to set the installation up. */
  usedAt: z.int().nullable(),
})
/** The only setup link. Times are milliseconds since 1970. */
export type SetupLink = z.infer<typeof StoredLink>

export async function findLink(queries: Queries): Promise<SetupLink | undefined> {
  const row = await queries.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst()
  return row && StoredLink.parse(JSON.parse(row.value))
}

/** Replaces the previous link. */
export async function putLink(queries: Queries, link: SetupLink): Promise<void> {
  const value = textOf(link)
  await queries
    .insertInto('setting')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** @returns false when the link is no longer `before`: it was used, or replaced by a newer one */
export async function replaceLink(queries: Queries, before: SetupLink, after: SetupLink): Promise<boolean> {
  return (await updateWhere(queries, 'setting', { key: KEY, value: textOf(before) }, { value: textOf(after) })) === 1
}

/** Always in the same form, because it is compared as text. */
function textOf({ digest, expiresAt, usedAt }: SetupLink): string {
  return JSON.stringify({ digest, expiresAt, usedAt })
}
