import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** Roles and invitations, operators, organisations that are unsubscribed, displays with a time zone and an end. */
export function members(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
  const randomId =
    dialect === 'sqlite' ? sql`lower(hex(randomblob(16)))` : sql`replace(gen_random_uuid()::text, '-', '')`

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('organisation').addColumn('suspended_at', instant).execute()
      await db.schema.alterTable('organisation').addColumn('quota_bytes', instant).execute()

      await db.schema
        .alterTable('display')
        .addColumn('time_zone', 'text', (c) => c.notNull().defaultTo('UTC'))
        .execute()

      await db.schema
        .alterTable('user')
        .addColumn('operator', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()

      // People who are subscribed already could do everything, and still can. SQLite adds no column without a default.
      await db.schema
        .alterTable('profile')
        .addColumn('member_id', code, (c) => c.notNull().defaultTo(''))
        .execute()
      await db.schema
        .alterTable('profile')
        .addColumn('role', 'text', (c) => c.notNull().defaultTo('owner'))
        .execute()
      await db.schema.alterTable('profile').addColumn('displays', 'text').execute()
      await sql`update profile set member_id = ${randomId}`.execute(db)
      await db.schema.createIndex('profile_member').unique().on('profile').column('member_id').execute()
      await db.schema.createIndex('profile_organisation').on('profile').column('org').execute()

      const invitation = db.schema
        .createTable('invitation')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id').onDelete('cascade'))
        .addColumn('token', code, (c) => c.notNull().unique())
        .addColumn('role', 'text', (c) => c.notNull())
        .addColumn('displays', 'text')
        .addColumn('invited_by', 'text', (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .addColumn('expires_at', instant, (c) => c.notNull())
      await (dialect === 'sqlite' ? invitation.modifyEnd(sql`strict`) : invitation).execute()
      await db.schema
        .createIndex('invitation_organisation')
        .on('invitation')
        .columns(['organisation_id', 'created_at'])
        .execute()

      // No reference: it outlives its organisation as well.
      const removed = db.schema
        .createTable('removed_display')
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('id', code, (c) => c.notNull())
        .addColumn('revision', instant, (c) => c.notNull())
        .addColumn('removed_at', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('removed_display_pk', ['organisation_id', 'id'])
      await (dialect === 'sqlite' ? removed.modifyEnd(sql`strict`) : removed).execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('removed_display').execute()
      await db.schema.dropTable('invitation').execute()
      await db.schema.dropIndex('profile_organisation').execute()
      await db.schema.dropIndex('profile_member').execute()
      for (const column of ['displays', 'role', 'member_id']) {
        await db.schema.alterTable('profile').dropColumn(column).execute()
      }
      await db.schema.alterTable('user').dropColumn('operator').execute()
      await db.schema.alterTable('display').dropColumn('time_zone').execute()
      await db.schema.alterTable('organisation').dropColumn('quota_bytes').execute()
      await db.schema.alterTable('organisation').dropColumn('suspended_at').execute()
    },
  }
}
