import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

const TABLES = ['item', 'line', 'zone', 'corner_piece'] as const
/** Items and lines have the column since migration 53, with an index. */
const WITHOUT_SOURCES = ['zone', 'corner_piece'] as const

/** The conditions of items, lines, zones and corner pieces, and the sources of the values that those of the last two compare. */
export function conditions(dialect: SqlDialect): Migration {
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      for (const table of TABLES) await db.schema.alterTable(table).addColumn('condition', 'text').execute()
      for (const table of WITHOUT_SOURCES) {
        await db.schema.alterTable(table).addColumn('value_sources', code).execute()
      }
    },

    async down(db: Kysely<unknown>) {
      for (const table of WITHOUT_SOURCES) await db.schema.alterTable(table).dropColumn('value_sources').execute()
      for (const table of TABLES) await db.schema.alterTable(table).dropColumn('condition').execute()
    },
  }
}
