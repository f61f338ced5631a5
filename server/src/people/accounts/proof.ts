import type { UserId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { openMembership } from '../members/service.ts'
import { removePasskeysOf } from './passkeys/store.ts'
import { removeFactorWithoutApp } from './second-factor.store.ts'
import * as store from './store.ts'

/**
 * Records that the owner of an account has proven the address: by a link sent there or handed on by the provider, by the identity
 * provider, or because the provider created the account. A waiting subscription of the address opens to the account. Passkeys that
 * were added before the first proof are removed, because somebody else may have added them.
 *
 * @param queries of the transaction in which it is proven
 */
export async function proveAddress(
  queries: Queries,
  { userId, email }: { userId: UserId; email: string },
): Promise<void> {
  const before = await store.findUser(queries, email)
  if (before?.proven === false) {
    await removePasskeysOf(queries, userId)
    await removeFactorWithoutApp(queries, userId)
  }
  await store.updateUser(queries, userId, { proven: true })
  await openMembership(queries, email)
}
