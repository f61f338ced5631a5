import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The events that existing webhooks heard of. */
const HEARD = JSON.stringify(['screen.dark', 'screen.back'])

/** The events for webhooks, the result of each event at each of them, and how each of them fares. */
export function webhookEvents(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
  const added = {
    displays: 'text',
    previous_secret: 'text',
    previous_until: instant,
    failing_since: instant,
    not_before: instant,
    ended_because: 'text',
    mail: 'text',
    mail_at: instant,
  } as const

  return {
    async up(db: Kysely<unknown>) {
      const make = (name: string) => {
        const table = db.schema.createTable(name)
        return dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table
      }
      await db.schema
        .alterTable('webhook')
        .addColumn('events', 'text', (c) => c.notNull().defaultTo(HEARD))
        .execute()
      for (const [column, type] of Object.entries(added))
        await db.schema.alterTable('webhook').addColumn(column, type).execute()
      await sql`update webhook set ended_because = 'gone' where ended_at is not null`.execute(db)
      await db.schema.createIndex('webhook_mail').on('webhook').column('mail_at').execute()

      await make('webhook_event')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id').onDelete('cascade'))
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('data', 'text', (c) => c.notNull())
        .addColumn('subject', code)
        .addColumn('created_at', instant, (c) => c.notNull())
        .addColumn('due_at', instant)
        .execute()
      // Of one subject one waits; what was given out has none.
      await db.schema
        .createIndex('webhook_event_subject')
        .unique()
        .on('webhook_event')
        .columns(['organisation_id', 'subject'])
        .execute()
      await db.schema.createIndex('webhook_event_due').on('webhook_event').column('due_at').execute()
      await db.schema.createIndex('webhook_event_created').on('webhook_event').column('created_at').execute()

      await make('webhook_delivery')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('event_id', code, (c) => c.notNull().references('webhook_event.id').onDelete('cascade'))
        .addColumn('webhook_id', code, (c) => c.notNull().references('webhook.id').onDelete('cascade'))
        .addColumn('created_at', instant, (c) => c.notNull())
        .addColumn('outcome', 'text', (c) => c.notNull())
        .addColumn('next_at', instant, (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull())
        .addColumn('answered_at', instant)
        .addColumn('took_ms', 'integer')
        .addColumn('status', 'integer')
        .addColumn('failure', 'text')
        .addColumn('answer', 'text')
        .execute()
      await db.schema.createIndex('webhook_delivery_event').on('webhook_delivery').column('event_id').execute()
      await db.schema
        .createIndex('webhook_delivery_webhook')
        .on('webhook_delivery')
        .columns(['webhook_id', 'created_at'])
        .execute()
      await db.schema
        .createIndex('webhook_delivery_due')
        .on('webhook_delivery')
        .columns(['outcome', 'next_at'])
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('webhook_delivery').execute()
      await db.schema.dropTable('webhook_event').execute()
      await db.schema.dropIndex('webhook_mail').execute()
      for (const column of [...Object.keys(added), 'events'])
        await db.schema.alterTable('webhook').dropColumn(column).execute()
    },
  }
}
