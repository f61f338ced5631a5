import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The settings of an item that is a board, and the table that it draws. */
export function boards(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('item').addColumn('board', 'text').execute()
      await db.schema.alterTable('item').addColumn('table_id', 'text').execute()
      // A changed cell asks for the boards of its table.
      await db.schema.createIndex('item_table').on('item').columns(['organisation_id', 'table_id']).execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropIndex('item_table').execute()
      await db.schema.alterTable('item').dropColumn('table_id').execute()
      await db.schema.alterTable('item').dropColumn('board').execute()
    },
  }
}
