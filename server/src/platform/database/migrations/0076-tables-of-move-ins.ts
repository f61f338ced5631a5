import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { columnTypes } from '../column-types.ts'
import type { SqlDialect } from '../queries.ts'

/** The table that the server made for an entry of a report. Going back removes these entries; the tables stay. */
export function tablesOfMoveIns(dialect: SqlDialect): Migration {
  const { code } = columnTypes(dialect)

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('move_in_entry').addColumn('table_id', code).execute()
    },

    async down(db: Kysely<unknown>) {
      await sql`delete from move_in_entry where thing = 'table'`.execute(db)
      await db.schema.alterTable('move_in_entry').dropColumn('table_id').execute()
    },
  }
}
