import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The wall of a display, and the screen in each of its cells. */
export function walls(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      const strict = (table: ReturnType<typeof db.schema.createTable>) =>
        dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table
      await strict(db.schema.createTable('wall'))
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('display_id', code, (c) => c.notNull())
        .addColumn('columns', 'integer', (c) => c.notNull())
        .addColumn('rows', 'integer', (c) => c.notNull())
        .addColumn('panel_width', 'integer', (c) => c.notNull())
        .addColumn('panel_height', 'integer', (c) => c.notNull())
        .addColumn('frame_side', 'integer', (c) => c.notNull())
        .addColumn('frame_top', 'integer', (c) => c.notNull())
        .addColumn('test_card_until', instant)
        .addColumn('revision', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('wall_pk', ['organisation_id', 'display_id'])
        .addForeignKeyConstraint(
          'wall_display_fk',
          ['organisation_id', 'display_id'],
          'programme',
          ['organisation_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .execute()
      await strict(db.schema.createTable('wall_cell'))
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('display_id', code, (c) => c.notNull())
        .addColumn('place', 'integer', (c) => c.notNull())
        .addColumn('screen_id', code, (c) => c.notNull().unique().references('paired_screen.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('wall_cell_pk', ['organisation_id', 'display_id', 'place'])
        .addForeignKeyConstraint(
          'wall_cell_wall_fk',
          ['organisation_id', 'display_id'],
          'wall',
          ['organisation_id', 'display_id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('wall_cell').execute()
      await db.schema.dropTable('wall').execute()
    },
  }
}
