import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { columnTypes } from '../column-types.ts'
import type { SqlDialect } from '../queries.ts'

/** Links for a new password, and the second factor of a sign-in. */
export function accountRecovery(dialect: SqlDialect): Migration {
  const { instant, code, table } = columnTypes(dialect)

  return {
    async up(db: Kysely<unknown>) {
      await table(db, 'password_reset')
        .addColumn('token', code, (c) => c.primaryKey().notNull())
        .addColumn('user_id', code, (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('expires_at', instant, (c) => c.notNull())
        .execute()
      await db.schema.createIndex('password_reset_user').on('password_reset').column('user_id').execute()
      await db.schema.createIndex('password_reset_expiry').on('password_reset').column('expires_at').execute()

      await table(db, 'reset_request')
        .addColumn('id', 'integer', (c) =>
          dialect === 'sqlite' ? c.primaryKey() : c.primaryKey().generatedAlwaysAsIdentity(),
        )
        .addColumn('email', code, (c) => c.notNull())
        .addColumn('device', code, (c) => c.notNull())
        .addColumn('network', code, (c) => c.notNull())
        .addColumn('requested_at', instant, (c) => c.notNull())
        .execute()
      for (const bucket of [
        ['email', 'device', 'requested_at'],
        ['network', 'device', 'requested_at'],
        ['requested_at'],
      ]) {
        await db.schema.createIndex(`reset_request_${bucket[0]}`).on('reset_request').columns(bucket).execute()
      }

      await table(db, 'second_factor')
        .addColumn('user_id', code, (c) => c.primaryKey().notNull().references('user.id').onDelete('cascade'))
        .addColumn('secret', 'text', (c) => c.notNull())
        .addColumn('confirmed_at', instant)
        .addColumn('last_step', instant, (c) => c.notNull())
        .execute()

      await table(db, 'recovery_code')
        .addColumn('user_id', code, (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('digest', code, (c) => c.notNull())
        .addPrimaryKeyConstraint('recovery_code_pk', ['user_id', 'digest'])
        .execute()

      await table(db, 'pending_sign_in')
        .addColumn('token', code, (c) => c.primaryKey().notNull())
        .addColumn('user_id', code, (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('remembered', 'integer', (c) => c.notNull())
        .addColumn('expires_at', instant, (c) => c.notNull())
        .execute()
      await db.schema.createIndex('pending_sign_in_user').on('pending_sign_in').column('user_id').execute()
      await db.schema.createIndex('pending_sign_in_expiry').on('pending_sign_in').column('expires_at').execute()
    },

    async down(db: Kysely<unknown>) {
      for (const name of ['pending_sign_in', 'recovery_code', 'second_factor', 'reset_request', 'password_reset']) {
        await db.schema.dropTable(name).execute()
      }
    },
  }
}
