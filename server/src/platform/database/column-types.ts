import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { SqlDialect } from './queries.ts'

/** The types of columns whose names differ between the databases, and tables that accept only values of these types. */
export function columnTypes(dialect: SqlDialect) {
  return {
    instant: dialect === 'sqlite' ? ('integer' as const) : ('bigint' as const),
    // Ids and positions compare by code units everywhere; PostgreSQL would otherwise sort them as words of a language.
    code: dialect === 'sqlite' ? sql`text` : sql`text collate "C"`,
    /** SQLite takes any value for any column unless the table is strict. */
    table(db: Kysely<unknown>, name: string): CreateTableBuilder<string> {
      const builder = db.schema.createTable(name)
      return dialect === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    },
  }
}
