import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/**
 * The size of screens and the distance from which they are read (55 inches and 4 m until somebody changes it), the size of the
 * letters on the pages of decks, and the findings that were left.
 */
export function advice(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const share = dialect === 'sqlite' ? 'real' : 'double precision'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      for (const table of HUNG) {
        await db.schema
          .alterTable(table)
          .addColumn('diagonal_inches', 'integer', (column) => column.notNull().defaultTo(55))
          .execute()
        await db.schema
          .alterTable(table)
          .addColumn('distance_cm', 'integer', (column) => column.notNull().defaultTo(400))
          .execute()
      }
      await db.schema.alterTable('media_file').addColumn('page_letters', share).execute()
      const left = db.schema
        .createTable('left_advice')
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('programme_id', code, (c) => c.notNull())
        .addColumn('entry_id', code, (c) => c.notNull())
        .addColumn('rule', code, (c) => c.notNull())
        .addColumn('left_at', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('left_advice_pk', ['organisation_id', 'programme_id', 'entry_id', 'rule'])
        .addForeignKeyConstraint(
          'left_advice_programme_fk',
          ['organisation_id', 'programme_id'],
          'programme',
          ['organisation_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
      await (dialect === 'sqlite' ? left.modifyEnd(sql`strict`) : left).execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('left_advice').execute()
      await db.schema.alterTable('media_file').dropColumn('page_letters').execute()
      for (const table of HUNG) {
        for (const column of ['distance_cm', 'diagonal_inches']) {
          await db.schema.alterTable(table).dropColumn(column).execute()
        }
      }
    },
  }
}

const HUNG = ['programme', 'paired_screen'] as const
