import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The time of a showing weighed by the share of the media area that its zone had. Rows from before have null, which counts as
 * the whole area: the table is large, and is not rewritten.
 */
export function playAreas(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('play_sum').addColumn('area_ms', 'integer').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('play_sum').dropColumn('area_ms').execute()
    },
  }
}
