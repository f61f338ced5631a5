import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When an item or a line is on; null: always. */
export function schedules(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['item', 'line']) await db.schema.alterTable(table).addColumn('schedule', 'text').execute()
    },

    async down(db: Kysely<unknown>) {
      for (const table of ['item', 'line']) await db.schema.alterTable(table).dropColumn('schedule').execute()
    },
  }
}
