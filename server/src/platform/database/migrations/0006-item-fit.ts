import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The fit of an item in the media area. null: the default of the contract. */
export function itemFit(dialect: SqlDialect): Migration {
  const share = dialect === 'sqlite' ? 'real' : 'double precision'

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('item').addColumn('fit', 'text').execute()
      await db.schema.alterTable('item').addColumn('focus_x', share).execute()
      await db.schema.alterTable('item').addColumn('focus_y', share).execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('item').dropColumn('focus_y').execute()
      await db.schema.alterTable('item').dropColumn('focus_x').execute()
      await db.schema.alterTable('item').dropColumn('fit').execute()
    },
  }
}
