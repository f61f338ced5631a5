import type { UserId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { openMembership } from '../members/service.ts'
import * as store from './store.ts'

/**
 * It was shown that an account's address is its owner's: by a link that was sent there or handed on by the provider, by the
 * identity provider, or by the provider who made the account. What was waiting for the address opens to the account.
 *
 * @param queries of the transaction in which it is shown
 */
export async function proveAddress(
  queries: Queries,
  { userId, email }: { userId: UserId; email: string },
): Promise<void> {
  await store.updateUser(queries, userId, { proven: true })
  await openMembership(queries, email)
}
