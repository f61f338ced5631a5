import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { columnTypes } from '../column-types.ts'
import type { SqlDialect } from '../queries.ts'

/** Incidents of screens, who is told of them, and what is on its way to them. */
export function alerts(dialect: SqlDialect): Migration {
  const { instant, code, table } = columnTypes(dialect)

  return {
    async up(db: Kysely<unknown>) {
      await table(db, 'incident')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('display_id', code, (c) => c.notNull())
        .addColumn('screen_id', code, (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('failing', 'integer', (c) => c.notNull())
        .addColumn('began_at', instant, (c) => c.notNull())
        .addColumn('opened_at', instant, (c) => c.notNull())
        .addColumn('told_at', instant)
        .addColumn('told_to', 'text', (c) => c.notNull())
        .addColumn('reminded_at', instant)
        .addColumn('reminders', 'integer', (c) => c.notNull())
        .addColumn('changes', 'text', (c) => c.notNull())
        .addColumn('muted_until', instant)
        .addColumn('closed_at', instant)
        .addColumn('back_at', instant)
        .addForeignKeyConstraint(
          'incident_display_fk',
          ['organisation_id', 'display_id'],
          'programme',
          ['organisation_id', 'id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .execute()
      // A screen has one open incident, even if several nodes look at once.
      await db.schema
        .createIndex('incident_open')
        .unique()
        .on('incident')
        .columns(['organisation_id', 'display_id', 'screen_id'])
        .where(sql.ref('closed_at'), 'is', null)
        .execute()
      await db.schema.createIndex('incident_closed').on('incident').columns(['organisation_id', 'closed_at']).execute()

      await table(db, 'alert_choice')
        .addColumn('member_id', code, (c) =>
          c.primaryKey().notNull().references('profile.member_id').onDelete('cascade'),
        )
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id').onDelete('cascade'))
        .addColumn('displays', 'text')
        .addColumn('secret', code, (c) => c.notNull().unique())
        .execute()
      await db.schema.createIndex('alert_choice_organisation').on('alert_choice').column('organisation_id').execute()

      await table(db, 'webhook')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id').onDelete('cascade'))
        .addColumn('url', 'text', (c) => c.notNull())
        .addColumn('secret', 'text', (c) => c.notNull())
        .addColumn('created_by', 'text', (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .addColumn('ended_at', instant)
        .execute()
      await db.schema.createIndex('webhook_organisation').on('webhook').column('organisation_id').execute()

      await table(db, 'delivery')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.references('organisation.id').onDelete('cascade'))
        .addColumn('member_id', code, (c) => c.references('profile.member_id').onDelete('cascade'))
        .addColumn('webhook_id', code, (c) => c.references('webhook.id').onDelete('cascade'))
        .addColumn('message', 'text', (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .addColumn('outcome', 'text', (c) => c.notNull())
        .addColumn('next_at', instant, (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull())
        .addColumn('answered_at', instant)
        .addColumn('status', 'integer')
        .addColumn('failure', 'text')
        .execute()
      await db.schema.createIndex('delivery_due').on('delivery').columns(['outcome', 'next_at']).execute()
      await db.schema.createIndex('delivery_webhook').on('delivery').columns(['webhook_id', 'created_at']).execute()
      await db.schema.createIndex('delivery_member').on('delivery').column('member_id').execute()
      await db.schema.createIndex('delivery_organisation').on('delivery').column('organisation_id').execute()

      await table(db, 'server_trouble')
        .addColumn('kind', code, (c) => c.notNull())
        .addColumn('node', code, (c) => c.notNull())
        .addColumn('began_at', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('server_trouble_pk', ['kind', 'node'])
        .execute()
    },

    async down(db: Kysely<unknown>) {
      for (const table of ['server_trouble', 'delivery', 'webhook', 'alert_choice', 'incident'])
        await db.schema.dropTable(table).execute()
    },
  }
}
