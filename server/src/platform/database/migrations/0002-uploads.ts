import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** Uploads in pieces (C7), each until it has become a media file or has expired. */
export function uploads(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      const table = db.schema
        .createTable('upload')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id'))
        .addColumn('user_id', code, (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('command_key', code)
        .addColumn('length_bytes', instant, (c) => c.notNull())
        .addColumn('media_id', code, (c) => c.references('media_file.id').onDelete('cascade'))
        .addColumn('expires_at', instant, (c) => c.notNull())
        .addUniqueConstraint('upload_command', ['user_id', 'command_key'])
      await (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute()
      await db.schema.createIndex('upload_organisation').on('upload').column('organisation_id').execute()
      await db.schema.createIndex('upload_expiry').on('upload').column('expires_at').execute()
      await db.schema.createIndex('upload_media').on('upload').column('media_id').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('upload').execute()
    },
  }
}
