import type { Queries } from '../database/database.ts'
import { newSecret, SECRET_SETTING } from '../secret.ts'
import { createSetting, findSetting } from './store.ts'

// Values of the whole installation, by name: the rows of `setting`.
export { createSetting, findSetting, putSetting } from './store.ts'

/** The installation's own secret. Created at the first start, and stored in the database so that all processes of it share it. */
export async function installationSecret(queries: Queries): Promise<string> {
  await createSetting(queries, SECRET_SETTING, newSecret())
  const secret = await findSetting(queries, SECRET_SETTING)
  if (secret === undefined) throw new Error("The installation's secret is not in the database.")
  return secret
}
