import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** A message of alerts as it was written down until now. */
type Message = {
  what: string
  suspectsServer?: boolean
  incidents?: {
    id: string
    kind: string
    screenId: string
    name: string
    displayId: string
    displayName: string
    beganAt: number
    closedAt: number | null
  }[]
}
type OldDelivery = {
  id: string
  organisation_id: string
  webhook_id: string
  message: string
  created_at: number
  outcome: string
  next_at: number
  attempts: number
  answered_at: number | null
  status: number | null
  failure: string | null
}

/**
 * Alerts to webhooks go the way of all that webhooks hear of: those on their way still, with their answers. Only
 * mail is left in `delivery`.
 */
export function oneWayToWebhooks(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  /** The table anew, with or without what was for webhooks. SQLite drops no column that refers to another table. */
  async function remake(db: Kysely<unknown>, withWebhooks: boolean): Promise<void> {
    await db.schema.alterTable('delivery').renameTo('delivery_before').execute()
    for (const index of ['due', 'member', 'organisation', ...(withWebhooks ? [] : ['webhook'])])
      await db.schema.dropIndex(`delivery_${index}`).execute()
    if (dialect === 'postgres') await sql`alter index delivery_pkey rename to delivery_before_pkey`.execute(db)
    const table = db.schema.createTable('delivery')
    const started = (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table)
      .addColumn('id', code, (c) => c.primaryKey().notNull())
      .addColumn('organisation_id', code, (c) => c.references('organisation.id').onDelete('cascade'))
      .addColumn('member_id', code, (c) => c.references('profile.member_id').onDelete('cascade'))
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('created_at', instant, (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('next_at', instant, (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('answered_at', instant)
      .addColumn('failure', 'text')
    const made = withWebhooks
      ? started
          .addColumn('webhook_id', code, (c) => c.references('webhook.id').onDelete('cascade'))
          .addColumn('status', 'integer')
      : started
    await made.execute()
    const kept = sql.raw(
      'id, organisation_id, member_id, message, created_at, outcome, next_at, attempts, answered_at, failure',
    )
    const which = withWebhooks ? sql`` : sql`where webhook_id is null`
    await sql`insert into delivery (${kept}) select ${kept} from delivery_before ${which}`.execute(db)
    await db.schema.dropTable('delivery_before').execute()
    await db.schema.createIndex('delivery_due').on('delivery').columns(['outcome', 'next_at']).execute()
    await db.schema.createIndex('delivery_member').on('delivery').column('member_id').execute()
    await db.schema.createIndex('delivery_organisation').on('delivery').column('organisation_id').execute()
    if (withWebhooks)
      await db.schema.createIndex('delivery_webhook').on('delivery').columns(['webhook_id', 'created_at']).execute()
  }

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('webhook').addColumn('told_at', instant).execute()
      const { rows } = await sql<OldDelivery>`select * from delivery where webhook_id is not null`.execute(db)
      for (const { id, organisation_id, webhook_id, message, created_at, ...fared } of rows) {
        const { type, data } = eventOf(JSON.parse(message))
        await sql`
          insert into webhook_event (id, organisation_id, type, data, subject, created_at, due_at)
          values (${id}, ${organisation_id}, ${type}, ${JSON.stringify(data)}, null, ${created_at}, null)`.execute(db)
        const { outcome, next_at, attempts, answered_at, status, failure } = fared
        await sql`
          insert into webhook_delivery
            (id, event_id, webhook_id, created_at, outcome, next_at, attempts, answered_at, status, failure)
          values (${id}, ${id}, ${webhook_id}, ${created_at}, ${outcome}, ${next_at}, ${attempts}, ${answered_at},
            ${status}, ${failure})`.execute(db)
      }
      await remake(db, false)
    },

    async down(db: Kysely<unknown>) {
      await remake(db, true)
      await db.schema.alterTable('webhook').dropColumn('told_at').execute()
    },
  }
}

function eventOf({ what, suspectsServer = false, incidents }: Message): { type: string; data: object } {
  if (!incidents) return { type: 'test', data: {} }
  const screens = incidents.map((one) => ({
    incidentId: one.id,
    kind: one.kind,
    screen: { id: one.screenId, name: one.name },
    display: { id: one.displayId, name: one.displayName },
    since: new Date(one.beganAt).toISOString(),
    ...(one.closedAt === null ? {} : { until: new Date(one.closedAt).toISOString() }),
  }))
  const data = { count: screens.length, screens: screens.slice(0, 50) }
  if (what === 'back') return { type: 'screen.back', data }
  return { type: 'screen.dark', data: { what, ...data, suspectsServer } }
}
