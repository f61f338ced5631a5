import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The zoom, the scroll position and the reloading of an item that is a web page. */
export function webPages(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('item').addColumn('web_page', 'text').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('item').dropColumn('web_page').execute()
    },
  }
}
