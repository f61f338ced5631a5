import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The layout of a display, and the playlist of each of its zones. */
export function layouts(dialect: SqlDialect): Migration {
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      const strict = (table: ReturnType<typeof db.schema.createTable>) =>
        dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table
      await strict(db.schema.createTable('layout'))
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('programme_id', code, (c) => c.notNull())
        .addColumn('arrangement', code, (c) => c.notNull())
        .addColumn('dividers', code, (c) => c.notNull())
        .addColumn('side', code, (c) => c.notNull())
        .addColumn('pinned', 'integer', (c) => c.notNull())
        .addColumn('revision', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('layout_pk', ['organisation_id', 'programme_id'])
        .addForeignKeyConstraint(
          'layout_display_fk',
          ['organisation_id', 'programme_id'],
          'programme',
          ['organisation_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .execute()
      await strict(db.schema.createTable('zone'))
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('programme_id', code, (c) => c.notNull())
        .addColumn('place', 'integer', (c) => c.notNull())
        .addColumn('playlist_id', code, (c) => c.notNull())
        .addColumn('stays', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('zone_pk', ['organisation_id', 'programme_id', 'place'])
        .addForeignKeyConstraint(
          'zone_layout_fk',
          ['organisation_id', 'programme_id'],
          'layout',
          ['organisation_id', 'programme_id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .addForeignKeyConstraint('zone_playlist_fk', ['organisation_id', 'playlist_id'], 'programme', [
          'organisation_id',
          'id',
        ])
        .execute()
      await db.schema.createIndex('zone_playlist').on('zone').columns(['organisation_id', 'playlist_id']).execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('zone').execute()
      await db.schema.dropTable('layout').execute()
    },
  }
}
