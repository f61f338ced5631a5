import type { Hint } from './bus/bus.ts'
import type { Context } from './context.ts'
import { type Queries, within } from './database/database.ts'

/**
 * Does what takes a context as one transaction: all of it or nothing. What it publishes is published when it is committed,
 * and not at all when it is not.
 *
 * @param work given a context whose database is the transaction, and that transaction's queries
 */
export async function inTransaction<Result>(
  context: Context,
  work: (inside: Context, queries: Queries) => Promise<Result>,
): Promise<Result> {
  const { bus, database } = context
  const hints: Hint[] = []
  const publish = (hint: Hint) => void hints.push(hint)
  const result = await database.transaction((queries) =>
    work({ ...context, database: within(database, queries), bus: { ...bus, publish } }, queries),
  )
  for (const hint of hints) bus.publish(hint)
  return result
}
