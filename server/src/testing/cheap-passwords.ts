import type { PasswordCost } from '../platform/config.ts'

/** argon2id at the least that it takes: hundreds of tests sign somebody in, and password.test.ts alone is about the hash. */
export const CHEAP_PASSWORDS: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }
