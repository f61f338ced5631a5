import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The pieces in the corners of displays. */
export function cornerPieces(dialect: SqlDialect): Migration {
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      const table = db.schema
        .createTable('corner_piece')
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('programme_id', code, (c) => c.notNull())
        .addColumn('corner', code, (c) => c.notNull())
        .addColumn('kind', code, (c) => c.notNull())
        .addColumn('size', 'integer', (c) => c.notNull())
        .addColumn('content', 'text', (c) => c.notNull())
        .addColumn('media_id', code)
        .addColumn('schedule', 'text')
        .addColumn('revision', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('corner_piece_pk', ['organisation_id', 'programme_id', 'corner'])
        .addForeignKeyConstraint(
          'corner_piece_display_fk',
          ['organisation_id', 'programme_id'],
          'programme',
          ['organisation_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
      await (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute()
      await db.schema.createIndex('corner_piece_media').on('corner_piece').column('media_id').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('corner_piece').execute()
    },
  }
}
