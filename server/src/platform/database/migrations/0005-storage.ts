import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** Stored files that nothing names any more, and since when: they are removed after a while. */
export function storage(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('media_file').addColumn('unreferenced_since', instant).execute()
      await db.schema.createIndex('media_file_organisation').on('media_file').column('organisation_id').execute()
      await db.schema
        .createIndex('media_file_unreferenced')
        .on('media_file')
        .column('unreferenced_since')
        .where(sql.ref('unreferenced_since'), 'is not', null)
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropIndex('media_file_unreferenced').execute()
      await db.schema.dropIndex('media_file_organisation').execute()
      await db.schema.alterTable('media_file').dropColumn('unreferenced_since').execute()
    },
  }
}
