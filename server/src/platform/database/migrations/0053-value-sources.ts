import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const THINGS = ['item', 'line'] as const

/** The sources of the values that items and lines show or depend on. A changed cell asks for those of its table. */
export function valueSources(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const thing of THINGS) {
        await db.schema.alterTable(thing).addColumn('value_sources', 'text').execute()
        await db.schema
          .createIndex(`${thing}_value_sources`)
          .on(thing)
          .columns(['organisation_id', 'value_sources'])
          .where(sql.ref('value_sources'), 'is not', null)
          .execute()
      }
    },

    async down(db: Kysely<unknown>) {
      for (const thing of THINGS) {
        await db.schema.dropIndex(`${thing}_value_sources`).execute()
        await db.schema.alterTable(thing).dropColumn('value_sources').execute()
      }
    },
  }
}
