import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A display's pictures may take the band's room while there is no line; displays that are there keep the band (P3). */
export function fillsWithoutLines(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('display')
        .addColumn('fills_without_lines', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('display').dropColumn('fills_without_lines').execute()
    },
  }
}
