import { sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'

/** Resolves when the database answers. */
export async function ask(queries: Queries): Promise<void> {
  await sql`select 1`.execute(queries)
}
