import type { DatabaseSettings } from '../platform/database/database.ts'
import { openDump } from '../platform/database/dump.ts'

/** The names of the migrations that made a database, in order. Undefined: there is none. */
export async function migrationsOf(settings: DatabaseSettings): Promise<string[] | undefined> {
  await using dump = await openDump(settings)
  return dump?.migrations
}
