import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/**
 * A subscription opens to an account and no more to an address: whoever has both today keeps them. Nobody has shown yet that
 * an address is theirs, except an operator and those for whom an identity provider vouched.
 */
export function provenAddresses(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('profile').addColumn('user_id', code).execute()
      const user = sql.table('user')
      await sql`update profile set user_id = (select ${user}.id from ${user} where ${user}.email = profile.email)`.execute(
        db,
      )
      await db.schema.createIndex('profile_user').unique().on('profile').column('user_id').execute()
      await sql`update ${user} set email_verified = 1
        where operator = 1 or id in (select user_id from linked_identity)`.execute(db)
      await db.schema.alterTable('invitation').addColumn('email', code).execute()
      await db.schema
        .alterTable('invitation')
        .addColumn('recipient', 'text', (c) => c.notNull().defaultTo(''))
        .execute()
      const decoy = db.schema
        .createTable('sign_up_decoy')
        .addColumn('email', code, (c) => c.notNull())
        .addColumn('digest', code, (c) => c.notNull())
        .addColumn('made_at', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('sign_up_decoy_pk', ['email', 'digest'])
      await (dialect === 'sqlite' ? decoy.modifyEnd(sql`strict`) : decoy).execute()
      await db.schema.createIndex('sign_up_decoy_made').on('sign_up_decoy').column('made_at').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('sign_up_decoy').execute()
      await sql`delete from invitation where email is not null`.execute(db)
      await db.schema.alterTable('invitation').dropColumn('recipient').execute()
      await db.schema.alterTable('invitation').dropColumn('email').execute()
      await db.schema.dropIndex('profile_user').execute()
      await db.schema.alterTable('profile').dropColumn('user_id').execute()
    },
  }
}
