import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const KIND = 'update-undone'
/** The kinds of before. */
const OF_MACHINES = ['panel-off', 'hot', 'disk-full']

/** A screen may have an open incident about a new version of its agent, beside the others. */
export function undoneUpdates(): Migration {
  async function makeIndex(db: Kysely<unknown>, ofMachines: readonly string[]): Promise<void> {
    const kinds = sql.join(ofMachines.map((kind) => sql.lit(kind)))
    await db.schema.dropIndex('incident_open').execute()
    await sql`
      create unique index incident_open on incident (
        organisation_id, display_id, screen_id, (case when kind in (${kinds}) then kind else 'page' end)
      ) where closed_at is null
    `.execute(db)
  }

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('incident').addColumn('versions', 'text').execute()
      await makeIndex(db, [...OF_MACHINES, KIND])
    },

    async down(db: Kysely<unknown>) {
      await sql`delete from incident where kind = ${sql.lit(KIND)}`.execute(db)
      await makeIndex(db, OF_MACHINES)
      await db.schema.alterTable('incident').dropColumn('versions').execute()
    },
  }
}
