import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** Programs' ways in. An upload belongs to whoever began it, which need not be somebody with an account any more. */
export function tokens(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  async function setUploadOwner(db: Kysely<unknown>, owner: 'anybody' | 'account'): Promise<void> {
    if (owner === 'account') {
      await sql`delete from upload where user_id not in (select id from ${sql.table('user')})`.execute(db)
    }
    if (dialect === 'postgres') {
      if (owner === 'anybody') {
        await db.schema.alterTable('upload').dropConstraint('upload_user_id_fkey').execute()
        return
      }
      await db.schema
        .alterTable('upload')
        .addForeignKeyConstraint('upload_user_id_fkey', ['user_id'], 'user', ['id'])
        .onDelete('cascade')
        .execute()
      return
    }
    // SQLite takes no constraint from a table that is there.
    await db.schema
      .createTable('upload_after')
      .addColumn('id', code, (c) => c.primaryKey().notNull())
      .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id'))
      .addColumn('user_id', code, (c) =>
        owner === 'anybody' ? c.notNull() : c.notNull().references('user.id').onDelete('cascade'),
      )
      .addColumn('command_key', code)
      .addColumn('length_bytes', instant, (c) => c.notNull())
      .addColumn('media_id', code, (c) => c.references('media_file.id').onDelete('cascade'))
      .addColumn('expires_at', instant, (c) => c.notNull())
      .addUniqueConstraint('upload_command', ['user_id', 'command_key'])
      .modifyEnd(sql`strict`)
      .execute()
    const columns = sql.raw('id, organisation_id, user_id, command_key, length_bytes, media_id, expires_at')
    await sql`insert into upload_after (${columns}) select ${columns} from upload`.execute(db)
    await db.schema.dropTable('upload').execute()
    await db.schema.alterTable('upload_after').renameTo('upload').execute()
    await db.schema.createIndex('upload_organisation').on('upload').column('organisation_id').execute()
    await db.schema.createIndex('upload_expiry').on('upload').column('expires_at').execute()
    await db.schema.createIndex('upload_media').on('upload').column('media_id').execute()
  }

  return {
    async up(db: Kysely<unknown>) {
      const table = db.schema
        .createTable('api_token')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id').onDelete('cascade'))
        .addColumn('token', code, (c) => c.notNull().unique())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('role', 'text', (c) => c.notNull())
        .addColumn('displays', 'text')
        .addColumn('created_by', 'text', (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .addColumn('expires_at', instant, (c) => c.notNull())
        .addColumn('last_used_at', instant)
      await (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute()
      await db.schema
        .createIndex('api_token_organisation')
        .on('api_token')
        .columns(['organisation_id', 'created_at'])
        .execute()
      await db.schema.createIndex('api_token_expiry').on('api_token').column('expires_at').execute()
      await setUploadOwner(db, 'anybody')
    },

    async down(db: Kysely<unknown>) {
      await setUploadOwner(db, 'account')
      await db.schema.dropTable('api_token').execute()
    },
  }
}
