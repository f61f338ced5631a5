import { z } from 'zod'
import type { Queries } from '../../platform/database/database.ts'
import { updateWhere } from '../../platform/database/where.ts'
import { findSetting, putSetting } from '../../platform/settings/service.ts'

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
  const link = await findSetting(queries, KEY)
  return link === undefined ? undefined : StoredLink.parse(JSON.parse(link))
}

/** Replaces the previous link. */
export const putLink = (queries: Queries, link: SetupLink) => putSetting(queries, KEY, textOf(link))

/** @returns false when the link is no longer `before`: it was used, or replaced by a newer one */
export async function replaceLink(queries: Queries, before: SetupLink, after: SetupLink): Promise<boolean> {
  return (await updateWhere(queries, 'setting', { key: KEY, value: textOf(before) }, { value: textOf(after) })) === 1
}

/** Always in the same form, because it is compared as text. */
function textOf({ digest, expiresAt, usedAt }: SetupLink): string {
  return JSON.stringify({ digest, expiresAt, usedAt })
}
