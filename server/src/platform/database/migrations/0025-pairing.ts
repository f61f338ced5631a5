import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** Screens that belong to an organisation, the codes by which they come to one, and what they are told to do. */
export function pairing(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      const screens = db.schema
        .createTable('paired_screen')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id').onDelete('cascade'))
        .addColumn('display_id', code)
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('place', 'text', (c) => c.notNull())
        .addColumn('secret', code, (c) => c.notNull().unique())
        .addColumn('about', 'text', (c) => c.notNull())
        .addColumn('paired_at', instant, (c) => c.notNull())
        .addColumn('seen_at', instant)
        .addColumn('sent_to', 'text')
        .addColumn('let_go_at', instant)
      await (dialect === 'sqlite' ? screens.modifyEnd(sql`strict`) : screens).execute()
      await db.schema
        .createIndex('paired_screen_display')
        .on('paired_screen')
        .columns(['organisation_id', 'display_id'])
        .execute()

      const codes = db.schema
        .createTable('pairing_code')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('code', code, (c) => c.notNull().unique())
        .addColumn('secret', code, (c) => c.notNull().unique())
        .addColumn('about', 'text', (c) => c.notNull())
        .addColumn('network', 'text', (c) => c.notNull())
        .addColumn('shown', 'text')
        .addColumn('expires_at', instant, (c) => c.notNull())
      await (dialect === 'sqlite' ? codes.modifyEnd(sql`strict`) : codes).execute()
      await db.schema.createIndex('pairing_code_expiry').on('pairing_code').column('expires_at').execute()

      const commands = db.schema
        .createTable('screen_command')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('screen_id', code, (c) => c.notNull().references('paired_screen.id').onDelete('cascade'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('address', 'text')
        .addColumn('made_at', instant, (c) => c.notNull())
        .addColumn('answered_at', instant)
        .addColumn('answer', 'text')
      await (dialect === 'sqlite' ? commands.modifyEnd(sql`strict`) : commands).execute()
      await db.schema
        .createIndex('screen_command_screen')
        .on('screen_command')
        .columns(['screen_id', 'made_at'])
        .execute()
      await db.schema.createIndex('screen_command_age').on('screen_command').column('made_at').execute()

      await db.schema
        .alterTable('programme')
        .addColumn('paired_only', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('programme').dropColumn('paired_only').execute()
      for (const table of ['screen_command', 'pairing_code', 'paired_screen'])
        await db.schema.dropTable(table).execute()
    },
  }
}
