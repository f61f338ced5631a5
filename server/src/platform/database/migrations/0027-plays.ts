import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/**
 * The items that screens painted, as sums of an hour. They are many: their rows name screens and items by small numbers, which
 * outlive both, so that a report still has the names of what is gone.
 */
export function plays(dialect: SqlDialect): Migration {
  const isSqlite = dialect === 'sqlite'
  const instant = isSqlite ? 'integer' : 'bigint'
  const code = isSqlite ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      // No reference to the display or the screen: what was shown there outlives both.
      const screen = db.schema
        .createTable('play_screen')
        .addColumn('id', 'integer', (c) => (isSqlite ? c.primaryKey() : c.primaryKey().generatedAlwaysAsIdentity()))
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id').onDelete('cascade'))
        .addColumn('display_id', code, (c) => c.notNull())
        .addColumn('screen_id', code, (c) => c.notNull())
        .addColumn('proven', 'integer', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('display_name', 'text', (c) => c.notNull())
        .addColumn('time_zone', 'text', (c) => c.notNull())
        .addColumn('first_at', instant, (c) => c.notNull())
        .addColumn('told_at', instant, (c) => c.notNull())
        .addUniqueConstraint('play_screen_name', ['organisation_id', 'display_id', 'screen_id', 'proven'])
      await (isSqlite ? screen.modifyEnd(sql`strict`) : screen).execute()

      const series = db.schema
        .createTable('play_series')
        .addColumn('screen', 'integer', (c) => c.notNull().references('play_screen.id').onDelete('cascade'))
        .addColumn('series', code, (c) => c.notNull())
        .addColumn('told_until', instant, (c) => c.notNull())
        .addColumn('told_at', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('play_series_pk', ['screen', 'series'])
      await (isSqlite ? series.modifyEnd(sql`strict, without rowid`) : series).execute()

      const item = db.schema
        .createTable('play_item')
        .addColumn('id', 'integer', (c) => (isSqlite ? c.primaryKey() : c.primaryKey().generatedAlwaysAsIdentity()))
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id').onDelete('cascade'))
        .addColumn('item_id', code, (c) => c.notNull())
        .addColumn('sha256', code, (c) => c.notNull())
        .addColumn('title', 'text', (c) => c.notNull())
        .addUniqueConstraint('play_item_name', ['organisation_id', 'item_id', 'sha256'])
      await (isSqlite ? item.modifyEnd(sql`strict`) : item).execute()

      const sum = db.schema
        .createTable('play_sum')
        .addColumn('screen', 'integer', (c) => c.notNull().references('play_screen.id').onDelete('cascade'))
        .addColumn('hour', 'integer', (c) => c.notNull())
        .addColumn('item', 'integer', (c) => c.notNull())
        .addColumn('showings', 'integer', (c) => c.notNull())
        .addColumn('ms', 'integer', (c) => c.notNull())
        .addColumn('cut', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('play_sum_pk', ['screen', 'hour', 'item'])
      await (isSqlite ? sum.modifyEnd(sql`strict, without rowid`) : sum).execute()

      const miss = db.schema
        .createTable('play_miss')
        .addColumn('screen', 'integer', (c) => c.notNull().references('play_screen.id').onDelete('cascade'))
        .addColumn('hour', 'integer', (c) => c.notNull())
        .addColumn('item', 'integer', (c) => c.notNull())
        .addColumn('why', 'integer', (c) => c.notNull())
        .addColumn('missed', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('play_miss_pk', ['screen', 'hour', 'item', 'why'])
      await (isSqlite ? miss.modifyEnd(sql`strict, without rowid`) : miss).execute()

      // The log knows if an item that is gone was ever there, and its name.
      await db.schema
        .createIndex('activity_item')
        .on('activity')
        .columns(['organisation_id', 'subject_id'])
        .where(sql.ref('subject_type'), '=', sql.lit('item'))
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropIndex('activity_item').execute()
      for (const table of ['play_miss', 'play_sum', 'play_item', 'play_series', 'play_screen']) {
        await db.schema.dropTable(table).execute()
      }
    },
  }
}
