import type { Queries } from '../../platform/database/database.ts'
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts'
import type { Row } from '../../platform/database/tables.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'

export type StoredDelivery = Row<'delivery'>

export async function createDeliveries(queries: Queries, deliveries: readonly StoredDelivery[]): Promise<void> {
  for (const rows of rowsAtOnce(deliveries)) await queries.insertInto('delivery').values(rows).execute()
}

/** The deliveries that are due at `now`, oldest first. */
export function listDue(queries: Queries, now: number, atMost: number): Promise<StoredDelivery[]> {
  return queries
    .selectFrom('delivery')
    .selectAll()
    .where('outcome', '=', 'waiting')
    .where('next_at', '<=', now)
    .orderBy('created_at')
    .orderBy('id')
    .limit(atMost)
    .execute()
}

export async function settleDelivery(
  queries: Queries,
  id: string,
  settled: Pick<StoredDelivery, 'outcome' | 'next_at' | 'answered_at' | 'failure'>,
): Promise<void> {
  await updateWhere(queries, 'delivery', { id }, settled)
}

export async function removeDeliveriesBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('delivery').where('created_at', '<', instant).execute()
}

/** @returns true if the trouble was not recorded before */
export async function createTrouble(queries: Queries, kind: string, node: string, now: number): Promise<boolean> {
  const result = await queries
    .insertInto('server_trouble')
    .values({ kind, node, began_at: now })
    .onConflict((conflict) => conflict.columns(['kind', 'node']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function removeTrouble(queries: Queries, kind: string, node: string): Promise<void> {
  await removeWhere(queries, 'server_trouble', { kind, node })
}

export function listTroubles(queries: Queries, nodes: readonly string[]): Promise<{ kind: string }[]> {
  return queries.selectFrom('server_trouble').select('kind').where('node', 'in', nodes).execute()
}

export async function removeTroublesBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('server_trouble').where('began_at', '<', instant).execute()
}
