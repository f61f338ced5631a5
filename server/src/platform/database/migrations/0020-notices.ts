import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The words of notices, and what they are drawn with: a display's language, an organisation's colour and logo. */
export function notices(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('item').addColumn('notice', 'text').execute()
      await db.schema.alterTable('programme').addColumn('language', 'text').execute()
      await db.schema.alterTable('organisation').addColumn('brand_colour', 'text').execute()
      await db.schema.alterTable('organisation').addColumn('brand_media_id', 'text').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('organisation').dropColumn('brand_media_id').execute()
      await db.schema.alterTable('organisation').dropColumn('brand_colour').execute()
      await db.schema.alterTable('programme').dropColumn('language').execute()
      await db.schema.alterTable('item').dropColumn('notice').execute()
    },
  }
}
