import type { Queries } from '../../platform/database/database.ts'
import { removeWhere } from '../../platform/database/where.ts'
import { createSetting, findSetting } from '../../platform/settings/service.ts'

/** Key of the row in `setting`. */
export const INSTALLATION_KEY = 'installation'

/** The installation's id in this database. Undefined until it has been stored. */
export const findInstallationId = (queries: Queries) => findSetting(queries, INSTALLATION_KEY)

/** @returns the stored id; an existing one is kept */
export async function ensureInstallationId(queries: Queries, id: string): Promise<string> {
  await createSetting(queries, INSTALLATION_KEY, id)
  return (await findInstallationId(queries)) ?? id
}

export async function removeInstallationId(queries: Queries): Promise<void> {
  await removeWhere(queries, 'setting', { key: INSTALLATION_KEY })
}
