import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When the screens of a display are expected to be on, as JSON. Null: always. */
export function openingHours(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('programme').addColumn('opening_hours', 'text').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('programme').dropColumn('opening_hours').execute()
    },
  }
}
