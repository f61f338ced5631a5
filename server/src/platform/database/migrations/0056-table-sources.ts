import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The addresses that tables follow. */
export function tableSources(dialect: SqlDialect): Migration {
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'

  return {
    async up(db: Kysely<unknown>) {
      const table = db.schema
        .createTable('table_source')
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('table_id', code, (c) => c.notNull())
        .addColumn('url', 'text', (c) => c.notNull())
        .addColumn('header_name', 'text')
        .addColumn('header_value', 'text')
        .addColumn('path', 'text')
        .addColumn('time_zone', 'text')
        .addColumn('every_minutes', 'integer', (c) => c.notNull())
        .addColumn('stale_hours', 'integer', (c) => c.notNull())
        .addColumn('when_stale', code, (c) => c.notNull())
        .addColumn('has_names', 'integer', (c) => c.notNull())
        .addColumn('columns', 'text', (c) => c.notNull())
        .addColumn('kind', code)
        .addColumn('findings', 'text')
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
        .addPrimaryKeyConstraint('table_source_pk', ['organisation_id', 'table_id'])
        .addForeignKeyConstraint(
          'table_source_table_fk',
          ['organisation_id', 'table_id'],
          'data_table',
          ['organisation_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
      await (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute()
      await db.schema.createIndex('table_source_due').on('table_source').column('next_at').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('table_source').execute()
    },
  }
}
