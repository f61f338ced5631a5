import type { Queries } from '../database/database.ts'
import { newSecret, SECRET_SETTING } from '../secret.ts'
import * as store from './store.ts'

/** The installation's own secret. Created at the first start, and stored in the database so that all processes of it share it. */
export async function installationSecret(queries: Queries): Promise<string> {
  await store.createSetting(queries, SECRET_SETTING, newSecret())
  const secret = await store.findSetting(queries, SECRET_SETTING)
  if (secret === undefined) throw new Error("The installation's secret is not in the database.")
  return secret
}
