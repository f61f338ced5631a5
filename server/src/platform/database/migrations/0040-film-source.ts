import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The film that an uploaded one was made of, by which it is known when it comes again. */
export function filmSource(dialect: SqlDialect): Migration {
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['upload', 'media_file'])
        await db.schema.alterTable(table).addColumn('source_sha256', code).execute()
      await db.schema
        .createIndex('media_file_source')
        .on('media_file')
        .columns(['organisation_id', 'source_sha256'])
        .where(sql.ref('source_sha256'), 'is not', null)
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropIndex('media_file_source').execute()
      for (const table of ['upload', 'media_file'])
        await db.schema.alterTable(table).dropColumn('source_sha256').execute()
    },
  }
}
