import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The fields of items that show feeds, and the last copies of these. */
export function feeds(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('item').addColumn('feed', 'text').execute()
      // Found at each look at what is to be read, among thousands of items.
      await db.schema
        .createIndex('item_feed')
        .on('item')
        .columns(['organisation_id', 'programme_id'])
        .where(sql.ref('feed'), 'is not', null)
        .execute()
      const table = db.schema
        .createTable('feed')
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id').onDelete('cascade'))
        .addColumn('id', code, (c) => c.notNull())
        .addColumn('url', 'text', (c) => c.notNull())
        .addColumn('kind', 'text')
        .addColumn('title', 'text', (c) => c.notNull())
        .addColumn('copy', 'text')
        .addColumn('body_sha256', 'text')
        .addColumn('etag', 'text')
        .addColumn('last_modified', 'text')
        .addColumn('parsed_at', instant)
        .addColumn('read_at', instant)
        .addColumn('asked_at', instant)
        .addColumn('next_at', instant, (c) => c.notNull())
        .addColumn('failures', 'integer', (c) => c.notNull())
        .addColumn('problem', 'text')
        .addColumn('status', 'integer')
        .addColumn('stale_at', instant)
        .addColumn('wanted_at', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('feed_pk', ['organisation_id', 'id'])
      await (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute()
      await db.schema.createIndex('feed_due').on('feed').column('next_at').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('feed').execute()
      await db.schema.dropIndex('item_feed').execute()
      await db.schema.alterTable('item').dropColumn('feed').execute()
    },
  }
}
