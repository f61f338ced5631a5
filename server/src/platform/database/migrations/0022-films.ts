import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Films that are uploaded: what was read of one, what an upload is of, and whether an item's sound is played. */
export function films(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('media_file').addColumn('film', 'text').execute()
      await db.schema.alterTable('item').addColumn('sound', 'integer').execute()
      await db.schema
        .alterTable('upload')
        .addColumn('kind', 'text', (column) => column.notNull().defaultTo('picture'))
        .execute()
      await db.schema
        .alterTable('upload')
        .addColumn('insists', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('upload').dropColumn('insists').execute()
      await db.schema.alterTable('upload').dropColumn('kind').execute()
      await db.schema.alterTable('item').dropColumn('sound').execute()
      await db.schema.alterTable('media_file').dropColumn('film').execute()
    },
  }
}
