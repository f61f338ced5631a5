import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The read code of a display, the short address of its page to read, and the number of visits on each day. */
export function readCode(dialect: SqlDialect): Migration {
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('programme').addColumn('read_code', 'text').execute()
      await db.schema.alterTable('programme').addColumn('short_code', code).execute()
      await db.schema.createIndex('programme_short_code').unique().on('programme').column('short_code').execute()
      const table = db.schema.createTable('read_visit')
      await (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table)
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('display_id', code, (c) => c.notNull())
        .addColumn('day', code, (c) => c.notNull())
        .addColumn('visits', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('read_visit_pk', ['organisation_id', 'display_id', 'day'])
        .addForeignKeyConstraint(
          'read_visit_display_fk',
          ['organisation_id', 'display_id'],
          'programme',
          ['organisation_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('read_visit').execute()
      await db.schema.dropIndex('programme_short_code').execute()
      await db.schema.alterTable('programme').dropColumn('short_code').execute()
      await db.schema.alterTable('programme').dropColumn('read_code').execute()
    },
  }
}
