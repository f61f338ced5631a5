import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** Take-overs: the prepared ones, those that run and ran, and which screens have painted them. */
export function takeOvers(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      const withContent = (name: string) =>
        db.schema
          .createTable(name)
          .addColumn('id', code, (c) => c.primaryKey().notNull())
          .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id').onDelete('cascade'))
          .addColumn('name', 'text', (c) => c.notNull())
          .addColumn('kind', 'text', (c) => c.notNull())
          .addColumn('content', 'text', (c) => c.notNull())
          .addColumn('media_id', code)
      const prepared = withContent('prepared_take_over').addColumn('changed_at', instant, (c) => c.notNull())
      const takeOver = withContent('take_over')
        .addColumn('drill', 'integer', (c) => c.notNull())
        .addColumn('displays', 'text')
        .addColumn('keys', 'text', (c) => c.notNull())
        .addColumn('alive_seconds', 'integer')
        .addColumn('started_at', instant, (c) => c.notNull())
        .addColumn('ends_at', instant, (c) => c.notNull())
        .addColumn('heard_at', instant, (c) => c.notNull())
        .addColumn('started_by', 'text', (c) => c.notNull())
        .addColumn('starter', 'text', (c) => c.notNull())
        .addColumn('ending', 'text')
        .addColumn('ended_at', instant)
        .addColumn('ended_by', 'text')
      const showing = db.schema
        .createTable('take_over_showing')
        .addColumn('take_over_id', code, (c) => c.notNull().references('take_over.id').onDelete('cascade'))
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('display_id', code, (c) => c.notNull())
        .addColumn('screen_id', code, (c) => c.notNull())
        .addColumn('shown_at', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('take_over_showing_pk', ['take_over_id', 'organisation_id', 'display_id', 'screen_id'])
        .addForeignKeyConstraint(
          'take_over_showing_screen_fk',
          ['organisation_id', 'display_id', 'screen_id'],
          'screen',
          ['organisation_id', 'display_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
      for (const table of [prepared, takeOver, showing])
        await (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute()
      await db.schema
        .createIndex('prepared_take_over_name')
        .unique()
        .on('prepared_take_over')
        .columns(['organisation_id', 'name'])
        .execute()
      await db.schema
        .createIndex('take_over_newest')
        .on('take_over')
        .columns(['organisation_id', 'started_at'])
        .execute()
      // Those that run, which every manifest asks for.
      await db.schema
        .createIndex('take_over_running')
        .on('take_over')
        .columns(['organisation_id', 'ends_at'])
        .where(sql.ref('ending'), 'is', null)
        .execute()
      for (const table of ['prepared_take_over', 'take_over'])
        await db.schema.createIndex(`${table}_media`).on(table).column('media_id').execute()
      await db.schema
        .createIndex('take_over_showing_screen')
        .on('take_over_showing')
        .columns(['organisation_id', 'display_id', 'screen_id'])
        .execute()
      await db.schema
        .alterTable('profile')
        .addColumn('may_take_over', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('profile').dropColumn('may_take_over').execute()
      for (const table of ['take_over_showing', 'take_over', 'prepared_take_over'])
        await db.schema.dropTable(table).execute()
      // A program of before would not know what they may do.
      await sql`delete from api_token where role = 'take-over'`.execute(db)
    },
  }
}
