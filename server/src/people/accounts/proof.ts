import type { UserId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { openMembership } from '../members/service.ts'
import * as store from './store.ts'

/**
 * Records that the owner of an account has proven the address: by a link sent there or handed on by the provider, by the identity
 * provider, or because the provider created the account. A waiting subscription of the address opens to the account.
 *
 * @param queries of the transaction in which it is proven
 */
export async function proveAddress(
  queries: Queries,
  { userId, email }: { userId: UserId; email: string },
): Promise<void> {
  await store.updateUser(queries, userId, { proven: true })
  await openMembership(queries, email)
}
