import type { Context } from '../../platform/context.ts'
import * as store from './decoys.store.ts'
import type { PasswordHasher } from './password.ts'
import { createAddressSalt } from './secret.ts'

const DECOYS_KEPT_MS = 365 * 24 * 60 * 60_000

/**
 * Somebody who signs up with an address that has an account must see the same as with a free one, there and when they sign
 * in afterwards: an account that is not subscribed. So the password that they chose is remembered, and signing in with it is
 * refused in those words. It opens nothing.
 */
export type Decoys = {
  /** Costs one hash. @throws AppError unavailable */
  add(email: string, password: string): Promise<void>
  /** Costs one hash, whatever there is. @throws AppError unavailable */
  has(email: string, password: string): Promise<boolean>
  sweep(): Promise<void>
}

/** @param secret of the installation */
export function createDecoys(context: Context, secret: string, passwords: PasswordHasher): Decoys {
  const { now } = context
  const { queries } = context.database
  const saltOf = createAddressSalt(secret)
  const digestOf = (email: string, password: string) => passwords.digest(password, saltOf(email))
  return {
    async add(email, password) {
      await store.createDecoy(queries, { email, digest: await digestOf(email, password), madeAt: now() })
    },
    has: async (email, password) => store.hasDecoy(queries, email, await digestOf(email, password)),
    sweep: () => store.removeDecoysBefore(queries, now() - DECOYS_KEPT_MS),
  }
}
