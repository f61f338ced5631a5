import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/**
 * When each screen last painted. Beside the screens' own rows, which are long and would be written anew three times a minute.
 */
export function screenBeats(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      const table = db.schema
        .createTable('screen_beat')
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('display_id', code, (c) => c.notNull())
        .addColumn('screen_id', code, (c) => c.notNull())
        .addColumn('heard_at', instant, (c) => c.notNull())
        .addColumn('painted_at', instant, (c) => c.notNull())
        .addColumn('build', code)
        .addColumn('item_id', code)
        .addPrimaryKeyConstraint('screen_beat_pk', ['organisation_id', 'display_id', 'screen_id'])
        .addForeignKeyConstraint(
          'screen_beat_screen_fk',
          ['organisation_id', 'display_id', 'screen_id'],
          'screen',
          ['organisation_id', 'display_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
      await (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('screen_beat').execute()
    },
  }
}
