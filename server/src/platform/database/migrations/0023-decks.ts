import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const COLUMNS = ['deck_id', 'page', 'page_text'] as const

/** Decks: files whose pages are files. Pages have no key of the database's own to their deck: both are removed in one statement. */
export function decks(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('item').addColumn('deck', 'text').execute()
      const change = db.schema.alterTable('media_file')
      await change.addColumn('deck_id', 'text').execute()
      await change.addColumn('page', 'integer').execute()
      await change.addColumn('page_text', 'text').execute()
      await db.schema
        .createIndex('media_file_page')
        .on('media_file')
        .columns(['deck_id', 'page'])
        .unique()
        .where(sql.ref('deck_id'), 'is not', null)
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropIndex('media_file_page').execute()
      for (const column of COLUMNS) await db.schema.alterTable('media_file').dropColumn(column).execute()
      await db.schema.alterTable('item').dropColumn('deck').execute()
    },
  }
}
