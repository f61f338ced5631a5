import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const TABLES = ['machine_command', 'machine_picture']

/** A command for a picture, and the picture, say whether an agent takes it or the screen's page composes it. */
export function pagePictures(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of TABLES)
        await db.schema
          .alterTable(table)
          .addColumn('by', 'text', (column) => column.notNull().defaultTo('agent'))
          .execute()
    },

    async down(db: Kysely<unknown>) {
      for (const table of TABLES) {
        await sql`delete from ${sql.table(table)} where "by" = 'page'`.execute(db)
        await db.schema.alterTable(table).dropColumn('by').execute()
      }
    },
  }
}
