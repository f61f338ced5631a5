import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const OF_MACHINES = ['panel-off', 'hot', 'disk-full']

/** A screen may have an open incident of its page, and one of each kind of its machine. */
export function machineIncidents(): Migration {
  const kinds = sql.join(OF_MACHINES.map((kind) => sql.lit(kind)))

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.dropIndex('incident_open').execute()
      await sql`
        create unique index incident_open on incident (
          organisation_id, display_id, screen_id, (case when kind in (${kinds}) then kind else 'page' end)
        ) where closed_at is null
      `.execute(db)
    },

    async down(db: Kysely<unknown>) {
      await sql`delete from incident where kind in (${kinds})`.execute(db)
      await db.schema.dropIndex('incident_open').execute()
      await sql`
        create unique index incident_open on incident (organisation_id, display_id, screen_id) where closed_at is null
      `.execute(db)
    },
  }
}
