import type { UserId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import * as store from './required-step.store.ts'

/**
 * Refuses to remove the last way that the organisation of the account requires.
 *
 * @param queries of the transaction that has removed it
 * @throws AppError second-step-kept
 */
export async function keepRequired(queries: Queries, userId: UserId): Promise<void> {
  const { requires, factor, passkey } = await store.findWays(queries, userId)
  if (requires === null || passkey || (requires === 'second-step' && factor)) return
  throw new AppError('second-step-kept')
}

/**
 * Refuses to set up another way from a session that began with the password alone, where the organisation requires more and the account
 * has it already. Otherwise a stolen password would be enough to add a passkey of one's own, and to meet the rule with it.
 *
 * @throws AppError second-step-required
 */
export async function refuseUnproven(
  queries: Queries,
  { userId, sessionId }: { userId: UserId; sessionId: string },
): Promise<void> {
  const { requires, factor, passkey } = await store.findWays(queries, userId)
  if (requires === null || (!factor && !passkey)) return
  if ((await store.findStep(queries, sessionId)) === null) throw new AppError('second-step-required')
}
