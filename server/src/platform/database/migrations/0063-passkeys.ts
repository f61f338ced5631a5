import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { columnTypes } from '../column-types.ts'
import type { SqlDialect } from '../queries.ts'

/** Passkeys, and the challenges that were answered. */
export function passkeys(dialect: SqlDialect): Migration {
  const { instant, code, table } = columnTypes(dialect)

  return {
    async up(db: Kysely<unknown>) {
      await table(db, 'passkey')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('user_id', code, (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('credential_id', code, (c) => c.notNull().unique())
        .addColumn('public_key', 'text', (c) => c.notNull())
        .addColumn('counter', instant, (c) => c.notNull())
        .addColumn('transports', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('synced', 'integer', (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .addColumn('last_used_at', instant)
        .execute()
      await db.schema.createIndex('passkey_user').on('passkey').column('user_id').execute()

      await table(db, 'answered_challenge')
        .addColumn('digest', code, (c) => c.primaryKey().notNull())
        .addColumn('expires_at', instant, (c) => c.notNull())
        .execute()
      await db.schema.createIndex('answered_challenge_expiry').on('answered_challenge').column('expires_at').execute()
    },

    async down(db: Kysely<unknown>) {
      // Without its passkeys, nobody could complete such a two-factor sign-in.
      await sql`delete from recovery_code where user_id in (select user_id from second_factor where secret = '')`.execute(
        db,
      )
      await sql`delete from second_factor where secret = ''`.execute(db)
      for (const name of ['answered_challenge', 'passkey']) await db.schema.dropTable(name).execute()
    },
  }
}
