import type { Queries } from './database.ts'
import type { Row } from './tables.ts'

/**
 * Claims a waiting delivery of a queue until an instant, and counts the attempt.
 *
 * @returns false if another node, or another round of this one, has claimed it meanwhile
 */
export async function claimDeliveryIn(
  table: 'delivery' | 'webhook_delivery',
  queries: Queries,
  { id, next_at, attempts }: Pick<Row<'delivery'>, 'id' | 'next_at' | 'attempts'>,
  untilAt: number,
): Promise<boolean> {
  const result = await queries
    // Both tables have the columns that are named here.
    .updateTable(table as 'delivery')
    .set({ next_at: untilAt, attempts: attempts + 1 })
    .where('id', '=', id)
    .where('outcome', '=', 'waiting')
    .where('next_at', '=', next_at)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
