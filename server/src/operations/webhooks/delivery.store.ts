import { sql } from 'kysely'
import { countOf } from '../../platform/database/count-of.ts'
import type { Queries } from '../../platform/database/database.ts'
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts'
import type { Row } from '../../platform/database/tables.ts'
import { updateWhere } from '../../platform/database/where.ts'

export type StoredDelivery = Row<'webhook_delivery'>
/** A delivery with the content of its event. */
export type DeliveryOfEvent = StoredDelivery & Pick<Row<'webhook_event'>, 'type' | 'data'> & { happened_at: number }

function deliveries(queries: Queries) {
  return queries
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_event', 'webhook_event.id', 'webhook_delivery.event_id')
    .selectAll('webhook_delivery')
    .select(['webhook_event.type', 'webhook_event.data', 'webhook_event.created_at as happened_at'])
}

export async function createDeliveries(queries: Queries, rows: readonly StoredDelivery[]): Promise<void> {
  for (const some of rowsAtOnce(rows)) await queries.insertInto('webhook_delivery').values(some).execute()
}

/**
 * Webhooks with deliveries due by `now`, the longest overdue first.
 *
 * @param of working or failing webhooks. The two are sent separately, so that neither waits for the other
 * @param latest no delivery is scheduled after this time. A later one was scheduled by a wrong clock, and is due
 */
export async function listDueWebhooks(
  queries: Queries,
  of: 'working' | 'failing',
  now: number,
  latest: number,
  but: readonly string[],
  atMost: number,
): Promise<string[]> {
  const rows = await queries
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .select('webhook.id')
    .where('outcome', '=', 'waiting')
    .where((where) => where.or([where('next_at', '<=', now), where('next_at', '>', latest)]))
    .where('webhook.ended_at', 'is', null)
    .where('webhook.failing_since', of === 'working' ? 'is' : 'is not', null)
    .where((where) =>
      where.or([where('not_before', 'is', null), where('not_before', '<=', now), where('not_before', '>', latest)]),
    )
    .$if(but.length > 0, (query) => query.where('webhook.id', 'not in', but))
    .groupBy('webhook.id')
    .orderBy(sql`min(next_at)`)
    .orderBy(sql`min(webhook_delivery.created_at)`)
    .limit(atMost)
    .execute()
  return rows.map(({ id }) => id)
}

/** The deliveries that are due to one webhook, oldest first. */
export function listDue(
  queries: Queries,
  webhookId: string,
  now: number,
  latest: number,
  atMost: number,
): Promise<DeliveryOfEvent[]> {
  return deliveries(queries)
    .where('webhook_id', '=', webhookId)
    .where('outcome', '=', 'waiting')
    .where((where) => where.or([where('next_at', '<=', now), where('next_at', '>', latest)]))
    .orderBy('next_at')
    .orderBy('webhook_event.created_at')
    .orderBy('webhook_delivery.id')
    .limit(atMost)
    .execute()
}

export async function settleDelivery(
  queries: Queries,
  id: string,
  settled: Omit<StoredDelivery, 'id' | 'event_id' | 'webhook_id' | 'created_at' | 'attempts'>,
): Promise<void> {
  await updateWhere(queries, 'webhook_delivery', { id }, settled)
}

/** Fails all waiting deliveries of a webhook that was switched off. */
export async function failWaiting(queries: Queries, webhookId: string): Promise<void> {
  await updateWhere(
    queries,
    'webhook_delivery',
    { webhook_id: webhookId, outcome: 'waiting' },
    { outcome: 'failed', failure: 'switched-off' },
  )
}

/** Resets a delivery as if it were new, and claims it for the caller. */
export async function takeAgain(queries: Queries, id: string, untilAt: number): Promise<void> {
  await updateWhere(queries, 'webhook_delivery', { id }, { outcome: 'waiting', next_at: untilAt, attempts: 1 })
}

/** Resets all failed deliveries except tests, as if they were new. @returns their number */
export async function beginAllAgain(queries: Queries, webhookId: string): Promise<number> {
  const tests = queries.selectFrom('webhook_event').select('id').where('type', '=', 'test')
  const result = await queries
    .updateTable('webhook_delivery')
    .set({ outcome: 'waiting', next_at: 0, attempts: 0 })
    .where('webhook_id', '=', webhookId)
    .where('outcome', '=', 'failed')
    .where('event_id', 'not in', tests)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Newest first. */
export function listDeliveries(queries: Queries, webhookId: string, atMost: number): Promise<DeliveryOfEvent[]> {
  return deliveries(queries)
    .where('webhook_id', '=', webhookId)
    .orderBy('webhook_delivery.created_at', 'desc')
    .orderBy('webhook_event.created_at', 'desc')
    .orderBy('webhook_delivery.id')
    .limit(atMost)
    .execute()
}

export function findDelivery(queries: Queries, webhookId: string, id: string): Promise<DeliveryOfEvent | undefined> {
  return deliveries(queries)
    .where('webhook_id', '=', webhookId)
    .where('webhook_delivery.id', '=', id)
    .executeTakeFirst()
}

/** The delivery that was tried last. */
export function findLastTried(queries: Queries, webhookId: string): Promise<DeliveryOfEvent | undefined> {
  return deliveries(queries)
    .where('webhook_id', '=', webhookId)
    .where('answered_at', 'is not', null)
    .orderBy('answered_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function countWaiting(queries: Queries, webhookId: string): Promise<number> {
  return countOf(
    queries.selectFrom('webhook_delivery').where('webhook_id', '=', webhookId).where('outcome', '=', 'waiting'),
  )
}

/** Keeps this many of the newest deliveries of each webhook, and all that still wait. */
export async function removeBeyond(queries: Queries, kept: number): Promise<void> {
  const ranked = queries
    .selectFrom('webhook_delivery')
    .select(['id', 'outcome'])
    .select(sql<number>`row_number() over (partition by webhook_id order by created_at desc, id)`.as('place'))
    .as('ranked')
  await queries
    .deleteFrom('webhook_delivery')
    .where('id', 'in', (query) =>
      query.selectFrom(ranked).select('ranked.id').where('place', '>', kept).where('outcome', '!=', 'waiting'),
    )
    .execute()
}
