import { sql } from 'kysely'
import type { Queries } from '../platform/database/database.ts'

/** More changes than anybody makes in a moment. */
const MARGIN = 100_000

/**
 * Screens and dashboards that have been running all the while have seen later revisions than the backup's, and drop what is
 * not above theirs. The time in seconds is above: nobody changes a display once a second for years.
 */
export async function raiseRevisions(queries: Queries, now: number): Promise<void> {
  const least = Math.floor(now / 1_000)
  for (const table of ['display', 'removed_display'] as const) {
    await queries
      .updateTable(table)
      .set((row) => ({
        revision: sql<number>`case when ${row.ref('revision')} + ${sql.lit(MARGIN)} > ${sql.lit(least)}
          then ${row.ref('revision')} + ${sql.lit(MARGIN)} else ${sql.lit(least)} end`,
      }))
      .execute()
  }
}
