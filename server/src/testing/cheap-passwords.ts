import type { PasswordCost } from '../platform/config.ts'

/** The lowest cost of argon2id, because hundreds of tests sign in and only password.test.ts is about the hash. */
export const CHEAP_PASSWORDS: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }
