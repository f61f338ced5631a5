import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const OF_SCREENS = ['films_chosen', 'films_managed', 'films_failed'] as const

/** [LY5] The number of films that a paired screen plays at once, and the least number of the screens of a display. */
export const filmsAtOnce = (): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const name of OF_SCREENS) await db.schema.alterTable('paired_screen').addColumn(name, 'integer').execute()
    await db.schema.alterTable('programme').addColumn('films_at_once', 'integer').execute()
  },

  async down(db: Kysely<unknown>) {
    await db.schema.alterTable('programme').dropColumn('films_at_once').execute()
    for (const name of OF_SCREENS) await db.schema.alterTable('paired_screen').dropColumn(name).execute()
  },
})
