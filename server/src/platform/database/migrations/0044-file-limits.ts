import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** Adds the person who removed a stored file, and the link by which a held file came. */
export function fileLimits(dialect: SqlDialect): Migration {
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('media_file').addColumn('removed_by', 'text').execute()
      await db.schema.alterTable('media_file').addColumn('held_link', code).execute()
    },

    async down(db: Kysely<unknown>) {
      for (const column of ['held_link', 'removed_by'])
        await db.schema.alterTable('media_file').dropColumn(column).execute()
    },
  }
}
