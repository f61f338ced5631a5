import type { Context } from '../../platform/context.ts'
import * as store from './decoys.store.ts'
import type { PasswordHasher } from './password.ts'
import { createAddressSalt } from './secret.ts'

const DECOYS_KEPT_MS = 365 * 24 * 60 * 60_000

/**
 * Hides if an address has an account from people who sign up with it. A sign-up with a taken address must look the same as one
 * with a free address, which makes an account that is not subscribed, and so must later sign-ins. So the chosen password is
 * remembered, and signing in with it is refused with that same error. It opens nothing.
 */
export type Decoys = {
  /** Costs one password hash. @throws AppError unavailable */
  add(email: string, password: string): Promise<void>
  /** Always costs one password hash. @throws AppError unavailable */
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
