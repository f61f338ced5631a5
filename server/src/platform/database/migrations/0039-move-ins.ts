import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { columnTypes } from '../column-types.ts'
import type { SqlDialect } from '../queries.ts'

/** The content that was brought in from elsewhere, and the result for each thing. */
export function moveIns(dialect: SqlDialect): Migration {
  const { instant, code, table } = columnTypes(dialect)

  return {
    async up(db: Kysely<unknown>) {
      await table(db, 'move_in')
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id').onDelete('cascade'))
        .addColumn('id', code, (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('begun_by', 'text', (c) => c.notNull())
        .addColumn('began_at', instant, (c) => c.notNull())
        .addColumn('ended_at', instant)
        .addPrimaryKeyConstraint('move_in_pk', ['organisation_id', 'id'])
        .execute()
      await table(db, 'move_in_entry')
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('move_in_id', code, (c) => c.notNull())
        .addColumn('thing', code, (c) => c.notNull())
        .addColumn('path', code, (c) => c.notNull())
        .addColumn('outcome', 'text', (c) => c.notNull())
        .addColumn('reason', 'text')
        .addColumn('size_bytes', dialect === 'sqlite' ? 'integer' : 'bigint')
        .addColumn('media_id', code)
        .addColumn('playlist_id', code)
        .addColumn('place', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('move_in_entry_pk', ['organisation_id', 'move_in_id', 'thing', 'path'])
        .addForeignKeyConstraint(
          'move_in_entry_fk',
          ['organisation_id', 'move_in_id'],
          'move_in',
          ['organisation_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .execute()
    },

    async down(db: Kysely<unknown>) {
      for (const table of ['move_in_entry', 'move_in']) await db.schema.dropTable(table).execute()
    },
  }
}
