import { z } from './zod.ts'

/** Milliseconds since 1970, by the server's clock. */
export const Instant = z.int().nonnegative()
