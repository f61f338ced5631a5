import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The tables of organisations, their rows, and the stored pictures in their cells. */
export function tables(dialect: SqlDialect): Migration {
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'

  return {
    async up(db: Kysely<unknown>) {
      const strict = (table: ReturnType<typeof db.schema.createTable>) =>
        dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table
      await strict(db.schema.createTable('data_table'))
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id'))
        .addColumn('id', code, (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('language', code, (c) => c.notNull())
        .addColumn('columns', 'text', (c) => c.notNull())
        .addColumn('key_column_id', code)
        .addColumn('row_count', 'integer', (c) => c.notNull())
        .addColumn('size_bytes', 'integer', (c) => c.notNull())
        .addColumn('revision', instant, (c) => c.notNull())
        .addColumn('told_revision', instant, (c) => c.notNull())
        .addColumn('rows_removed_revision', instant, (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .addColumn('changed_at', instant, (c) => c.notNull())
        .addColumn('removed_at', instant)
        .addPrimaryKeyConstraint('data_table_pk', ['organisation_id', 'id'])
        .execute()
      await strict(db.schema.createTable('table_row'))
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('table_id', code, (c) => c.notNull())
        .addColumn('id', code, (c) => c.notNull())
        .addColumn('position', code, (c) => c.notNull())
        .addColumn('cells', 'text', (c) => c.notNull())
        .addColumn('revision', instant, (c) => c.notNull())
        .addColumn('table_revision', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('table_row_pk', ['organisation_id', 'table_id', 'id'])
        .addForeignKeyConstraint(
          'table_row_table_fk',
          ['organisation_id', 'table_id'],
          'data_table',
          ['organisation_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .execute()
      await strict(db.schema.createTable('table_picture'))
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('table_id', code, (c) => c.notNull())
        .addColumn('row_id', code, (c) => c.notNull())
        .addColumn('media_id', code, (c) => c.notNull())
        .addPrimaryKeyConstraint('table_picture_pk', ['organisation_id', 'table_id', 'row_id', 'media_id'])
        .addForeignKeyConstraint(
          'table_picture_row_fk',
          ['organisation_id', 'table_id', 'row_id'],
          'table_row',
          ['organisation_id', 'table_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .execute()
      await db.schema.createIndex('table_picture_media').on('table_picture').column('media_id').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('table_picture').execute()
      await db.schema.dropTable('table_row').execute()
      await db.schema.dropTable('data_table').execute()
    },
  }
}
