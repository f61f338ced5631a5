import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The last report of each screen of a display. */
export function screens(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      const table = db.schema
        .createTable('screen')
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('display_id', code, (c) => c.notNull())
        .addColumn('id', code, (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('first_seen_at', instant, (c) => c.notNull())
        .addColumn('seen_at', instant, (c) => c.notNull())
        .addColumn('user_agent', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('events', 'text', (c) => c.notNull())
        .addColumn('reports', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('screen_pk', ['organisation_id', 'display_id', 'id'])
        .addForeignKeyConstraint(
          'screen_display_fk',
          ['organisation_id', 'display_id'],
          'display',
          ['organisation_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
      await (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute()
      await db.schema.createIndex('screen_age').on('screen').column('seen_at').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('screen').execute()
    },
  }
}
