import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The town of a display, the settings of items that show the weather, and the last forecast for each town. */
export function weather(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const degrees = dialect === 'sqlite' ? 'real' : 'double precision'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('programme').addColumn('town', 'text').execute()
      await db.schema.alterTable('programme').addColumn('weather_units', 'text').execute()
      await db.schema.alterTable('item').addColumn('weather', 'text').execute()
      const table = db.schema
        .createTable('weather')
        .addColumn('town_id', code, (c) => c.notNull().primaryKey())
        .addColumn('latitude', degrees, (c) => c.notNull())
        .addColumn('longitude', degrees, (c) => c.notNull())
        .addColumn('source', code, (c) => c.notNull())
        .addColumn('copy', 'text')
        .addColumn('last_modified', 'text')
        .addColumn('read_at', instant)
        .addColumn('next_at', instant, (c) => c.notNull())
        .addColumn('failures', 'integer', (c) => c.notNull())
        .addColumn('problem', 'text')
        .addColumn('status', 'integer')
      await (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('weather').execute()
      await db.schema.alterTable('item').dropColumn('weather').execute()
      await db.schema.alterTable('programme').dropColumn('weather_units').execute()
      await db.schema.alterTable('programme').dropColumn('town').execute()
    },
  }
}
