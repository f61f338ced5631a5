import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** Codes with which screens pair themselves. */
export function enrolments(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      const table = db.schema
        .createTable('enrolment')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('display_id', code, (c) => c.notNull())
        .addColumn('code', code, (c) => c.notNull().unique())
        .addColumn('place', 'text', (c) => c.notNull())
        .addColumn('screens', 'integer', (c) => c.notNull())
        .addColumn('enrolled', 'integer', (c) => c.notNull())
        .addColumn('created_by', 'text', (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .addColumn('expires_at', instant, (c) => c.notNull())
        .addForeignKeyConstraint(
          'enrolment_display_fk',
          ['organisation_id', 'display_id'],
          'programme',
          ['organisation_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
      await (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute()
      const ofDisplay = ['organisation_id', 'display_id']
      await db.schema.createIndex('enrolment_display').on('enrolment').columns(ofDisplay).execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('enrolment').execute()
    },
  }
}
