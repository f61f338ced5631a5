import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The instants at which the displays in a town get the words and answers of another hour, although the forecast is the same. */
export function weatherRenewals(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('weather').addColumn('renewed_at', instant).execute()
      await db.schema.alterTable('weather').addColumn('renew_at', instant).execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('weather').dropColumn('renew_at').execute()
      await db.schema.alterTable('weather').dropColumn('renewed_at').execute()
    },
  }
}
