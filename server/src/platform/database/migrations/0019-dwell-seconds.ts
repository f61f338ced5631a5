import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The time that people stand in front of a display, in seconds. Existing displays get 30. */
export function dwellSeconds(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('programme')
        .addColumn('dwell_seconds', 'integer', (column) => column.notNull().defaultTo(30))
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('programme').dropColumn('dwell_seconds').execute()
    },
  }
}
