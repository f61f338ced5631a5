import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** New versions of the agent: the file that this installation offers, how far it has come, and what each machine runs. */
export function agentUpdates(dialect: SqlDialect): Migration {
  const isSqlite = dialect === 'sqlite'
  const instant = isSqlite ? 'integer' : 'bigint'
  const code = isSqlite ? sql`text` : sql`text collate "C"`
  const strict = isSqlite ? sql`strict` : sql``

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('agent_release')
        .addColumn('product', code, (c) => c.primaryKey().notNull())
        .addColumn('serial', instant, (c) => c.notNull())
        .addColumn('version', 'text', (c) => c.notNull())
        .addColumn('hash', code, (c) => c.notNull())
        .addColumn('size_bytes', 'integer', (c) => c.notNull())
        .modifyEnd(strict)
        .execute()
      await db.schema
        .createTable('agent_rollout')
        .addColumn('organisation_id', code, (c) => c.primaryKey().notNull())
        .addColumn('is_automatic', 'integer', (c) => c.notNull())
        .addColumn('is_paused', 'integer', (c) => c.notNull())
        .addColumn('hash', code)
        .addColumn('stage', 'text', (c) => c.notNull())
        .addColumn('since', instant, (c) => c.notNull())
        .addColumn('trial_screen_id', code)
        .addColumn('stopped_screen_id', code)
        .addColumn('resumed_at', instant, (c) => c.notNull())
        .addForeignKeyConstraint(
          'agent_rollout_organisation_fk',
          ['organisation_id'],
          'organisation',
          ['id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .modifyEnd(strict)
        .execute()
      await db.schema
        .createTable('machine_update')
        .addColumn('screen_id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('hash', code, (c) => c.notNull())
        .addColumn('settled_at', instant)
        .addColumn('failed_hash', code)
        .addColumn('failed_problem', 'text')
        .addColumn('failed_attempt', 'integer')
        .addColumn('failed_at', instant)
        .addColumn('asked_hash', code)
        .addColumn('attempt', 'integer', (c) => c.notNull())
        .addForeignKeyConstraint('machine_update_machine_fk', ['screen_id'], 'machine', ['screen_id'], (constraint) =>
          constraint.onDelete('cascade'),
        )
        .modifyEnd(strict)
        .execute()
      await db.schema
        .createIndex('machine_update_organisation')
        .on('machine_update')
        .columns(['organisation_id'])
        .execute()
    },

    async down(db: Kysely<unknown>) {
      for (const table of ['machine_update', 'agent_rollout', 'agent_release'])
        await db.schema.dropTable(table).execute()
    },
  }
}
