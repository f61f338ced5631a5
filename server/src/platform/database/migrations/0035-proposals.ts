import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { columnTypes } from '../column-types.ts'
import type { SqlDialect } from '../queries.ts'

/** Proposals of people without an account, the links by which they propose, and the role of those who have an account. */
export function proposals(dialect: SqlDialect): Migration {
  const { instant, code, table } = columnTypes(dialect)

  return {
    async up(db: Kysely<unknown>) {
      await table(db, 'proposal_link')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('programme_id', code, (c) => c.notNull())
        .addColumn('token', code, (c) => c.notNull().unique())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('kinds', 'text', (c) => c.notNull())
        .addColumn('most_waiting', 'integer', (c) => c.notNull())
        .addColumn('created_by', 'text', (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .addColumn('expires_at', instant, (c) => c.notNull())
        .addColumn('withdrawn_at', instant)
        .addForeignKeyConstraint(
          'proposal_link_programme_fk',
          ['organisation_id', 'programme_id'],
          'programme',
          ['organisation_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .execute()
      const ofProgramme = ['organisation_id', 'programme_id']
      await db.schema.createIndex('proposal_link_programme').on('proposal_link').columns(ofProgramme).execute()

      await table(db, 'proposal')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('programme_id', code, (c) => c.notNull())
        .addColumn('link_id', code, (c) => c.references('proposal_link.id').onDelete('set null'))
        .addColumn('holder', code, (c) => c.notNull())
        .addColumn('command_key', code)
        .addColumn('proposed_by', 'text')
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('email', 'text')
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('title', 'text', (c) => c.notNull())
        .addColumn('content', 'text', (c) => c.notNull())
        .addColumn('last_day', 'text')
        .addColumn('media_id', code)
        .addColumn('digest', code, (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .addColumn('decided_at', instant)
        .addColumn('decided_by', 'text', (c) => c.notNull())
        .addColumn('word', 'text', (c) => c.notNull())
        .addColumn('item_id', code)
        .addColumn('changed', 'integer', (c) => c.notNull())
        .addColumn('tell_at', instant)
        .addColumn('answer_at', instant)
        .addColumn('tries', 'integer', (c) => c.notNull())
        .addForeignKeyConstraint(
          'proposal_programme_fk',
          ['organisation_id', 'programme_id'],
          'programme',
          ['organisation_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .execute()
      await db.schema.createIndex('proposal_programme').on('proposal').columns(ofProgramme).execute()
      await db.schema.createIndex('proposal_link_of').on('proposal').columns(['link_id', 'state']).execute()
      await db.schema.createIndex('proposal_media').on('proposal').column('media_id').execute()
      await db.schema.createIndex('proposal_due').on('proposal').column('tell_at').execute()
      await db.schema.createIndex('proposal_answer').on('proposal').column('answer_at').execute()
      // A request that arrives twice makes one.
      await db.schema
        .createIndex('proposal_command')
        .unique()
        .on('proposal')
        .columns(['holder', 'command_key'])
        .where(sql.ref('command_key'), 'is not', null)
        .execute()

      await db.schema.alterTable('media_file').addColumn('held_for', code).execute()
      await db.schema
        .createIndex('media_file_held')
        .on('media_file')
        .column('held_for')
        .where(sql.ref('held_for'), 'is not', null)
        .execute()
      await db.schema
        .alterTable('organisation')
        .addColumn('own_proposals_count', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('organisation').dropColumn('own_proposals_count').execute()
      // A server of before would show to everybody what waits to be approved.
      await sql`delete from media_file where held_for is not null`.execute(db)
      await db.schema.dropIndex('media_file_held').execute()
      await db.schema.alterTable('media_file').dropColumn('held_for').execute()
      await db.schema.dropTable('proposal').execute()
      await db.schema.dropTable('proposal_link').execute()
      // A contributor may look as a viewer does; the version before does not know the role.
      await sql`update profile set role = 'viewer' where role = 'contributor'`.execute(db)
      await sql`update invitation set role = 'viewer' where role = 'contributor'`.execute(db)
    },
  }
}
