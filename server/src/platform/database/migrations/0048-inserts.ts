import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** Inserts: take-overs of a part of the media area. */
export function inserts(dialect: SqlDialect): Migration {
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('take_over').addColumn('insert_place', code).execute()
    },

    async down(db: Kysely<unknown>) {
      // An earlier version would show them on the whole screen, and would not know what their tokens may do.
      await sql`delete from take_over where insert_place is not null`.execute(db)
      await sql`delete from api_token where role = 'insert'`.execute(db)
      await db.schema.alterTable('take_over').dropColumn('insert_place').execute()
    },
  }
}
