import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The way in which the members of an organisation must sign in, and the step that each session began with. */
export function requiredStep(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('organisation').addColumn('required_step', 'text').execute()
      await db.schema.alterTable('session').addColumn('step', 'text').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('session').dropColumn('step').execute()
      await db.schema.alterTable('organisation').dropColumn('required_step').execute()
    },
  }
}
