import type { Hint } from './bus/bus.ts'
import type { Context } from './context.ts'
import { type Queries, within } from './database/database.ts'

/**
 * Runs work that takes a context as one transaction. Hints that the work publishes are published after the commit, and not at all if the
 * transaction fails.
 *
 * @param work receives a context whose database is the transaction, and the transaction's queries
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
