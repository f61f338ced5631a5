import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const LIMITED = ['profile', 'invitation', 'api_token'] as const

/** The tables that members, invitations and tokens are limited to. Such a row names no display, so a version before it opens nothing. */
export function tableLimits(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const one of LIMITED) await db.schema.alterTable(one).addColumn('tables', 'text').execute()
    },

    async down(db: Kysely<unknown>) {
      for (const one of LIMITED) await db.schema.alterTable(one).dropColumn('tables').execute()
    },
  }
}
