import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** [LY7] Single screens as targets of inserts. */
export function insertsOnScreens(dialect: SqlDialect): Migration {
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('take_over').addColumn('screens', code).execute()
    },

    async down(db: Kysely<unknown>) {
      // Without its screens an insert for single screens alone is nowhere.
      await sql`delete from take_over where screens is not null and displays = '[]'`.execute(db)
      await db.schema.alterTable('take_over').dropColumn('screens').execute()
    },
  }
}
