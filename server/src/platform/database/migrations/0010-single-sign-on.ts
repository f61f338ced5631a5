import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** Signing in through an identity provider. */
export function singleSignOn(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      const linked = db.schema
        .createTable('linked_identity')
        .addColumn('issuer', code, (c) => c.notNull())
        .addColumn('subject', code, (c) => c.notNull())
        .addColumn('user_id', code, (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('linked_at', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('linked_identity_pk', ['issuer', 'subject'])
        // Nobody else at the same provider: an address that was given to somebody new must not open it.
        .addUniqueConstraint('linked_identity_user', ['user_id', 'issuer'])
      await (dialect === 'sqlite' ? linked.modifyEnd(sql`strict`) : linked).execute()

      const attempt = db.schema
        .createTable('sign_on_attempt')
        .addColumn('token', code, (c) => c.primaryKey().notNull())
        .addColumn('content', 'text', (c) => c.notNull())
        .addColumn('network', code, (c) => c.notNull())
        .addColumn('used', 'integer', (c) => c.notNull())
        .addColumn('expires_at', instant, (c) => c.notNull())
      await (dialect === 'sqlite' ? attempt.modifyEnd(sql`strict`) : attempt).execute()
      await db.schema.createIndex('sign_on_attempt_expiry').on('sign_on_attempt').column('expires_at').execute()

      // A browser is asked for whether it signed in before, to whichever account.
      await db.schema.createIndex('known_device_device').on('known_device').column('device').execute()
      await db.schema.alterTable('session').addColumn('through', 'text').execute()
      await db.schema.alterTable('pending_sign_in').addColumn('through', 'text').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('pending_sign_in').dropColumn('through').execute()
      await db.schema.alterTable('session').dropColumn('through').execute()
      await db.schema.dropIndex('known_device_device').execute()
      await db.schema.dropTable('sign_on_attempt').execute()
      await db.schema.dropTable('linked_identity').execute()
    },
  }
}
