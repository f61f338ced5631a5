import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

const TABLES = ['machine', 'machine_state', 'machine_point', 'machine_command', 'machine_event', 'machine_picture']

/** The machines beneath paired screens: what their agents report, their commands and their pictures. */
export function machines(dialect: SqlDialect): Migration {
  const isSqlite = dialect === 'sqlite'
  const instant = isSqlite ? 'integer' : 'bigint'
  const code = isSqlite ? sql`text` : sql`text collate "C"`
  const number = isSqlite ? 'real' : 'double precision'

  return {
    async up(db: Kysely<unknown>) {
      const make = (name: string) => db.schema.createTable(name).addColumn('screen_id', code, (c) => c.notNull())
      const ofMachine = (name: string) =>
        make(name).addForeignKeyConstraint(
          `${name}_machine_fk`,
          ['screen_id'],
          'machine',
          ['screen_id'],
          (constraint) => constraint.onDelete('cascade'),
        )
      const strict = isSqlite ? sql`strict` : sql``

      await make('machine')
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('hello', 'text')
        .addColumn('said_at', instant)
        .addColumn('may_take_pictures', 'integer', (c) => c.notNull())
        .addColumn('follows_hours', 'integer', (c) => c.notNull())
        .addColumn('switched_off_at', instant)
        .addPrimaryKeyConstraint('machine_pk', ['screen_id'])
        .addForeignKeyConstraint('machine_screen_fk', ['screen_id'], 'paired_screen', ['id'], (constraint) =>
          constraint.onDelete('cascade'),
        )
        .modifyEnd(strict)
        .execute()
      await ofMachine('machine_state')
        .addColumn('at', instant, (c) => c.notNull())
        .addColumn('vitals', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('machine_state_pk', ['screen_id'])
        .modifyEnd(strict)
        .execute()
      await ofMachine('machine_point')
        .addColumn('at', instant, (c) => c.notNull())
        .addColumn('temperature', number)
        .addColumn('load', number)
        .addColumn('memory', number)
        .addColumn('disk', number)
        .addPrimaryKeyConstraint('machine_point_pk', ['screen_id', 'at'])
        .modifyEnd(strict)
        .execute()
      await ofMachine('machine_command')
        .addColumn('id', code, (c) => c.notNull())
        .addColumn('wanted', 'text', (c) => c.notNull())
        .addColumn('made_at', instant, (c) => c.notNull())
        .addColumn('made_by', 'text')
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('told', 'text')
        .addColumn('detail', 'text', (c) => c.notNull())
        .addColumn('ended_at', instant)
        .addPrimaryKeyConstraint('machine_command_pk', ['id'])
        .modifyEnd(strict)
        .execute()
      await ofMachine('machine_event')
        .addColumn('id', code, (c) => c.notNull())
        .addColumn('at', instant, (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('detail', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('machine_event_pk', ['id'])
        .modifyEnd(strict)
        .execute()
      await ofMachine('machine_picture')
        .addColumn('id', code, (c) => c.notNull())
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('taken_at', instant, (c) => c.notNull())
        .addColumn('because', 'text', (c) => c.notNull())
        .addColumn('content_type', 'text', (c) => c.notNull())
        .addColumn('bytes', isSqlite ? sql`blob` : sql`bytea`, (c) => c.notNull())
        .addPrimaryKeyConstraint('machine_picture_pk', ['id'])
        .modifyEnd(strict)
        .execute()
      const index = (table: string, columns: string[]) =>
        db.schema
          .createIndex(`${table}_${columns.join('_')}`)
          .on(table)
          .columns(columns)
          .execute()
      await index('machine_command', ['screen_id', 'made_at'])
      await index('machine_command', ['made_at'])
      await index('machine_event', ['screen_id', 'at'])
      await index('machine_picture', ['screen_id', 'taken_at'])
      await index('machine_picture', ['organisation_id', 'taken_at'])
      await index('machine_picture', ['taken_at'])
      await index('machine_point', ['at'])
    },

    async down(db: Kysely<unknown>) {
      for (const table of TABLES.toReversed()) await db.schema.dropTable(table).execute()
    },
  }
}
