import { z } from './zod.ts'

/**
 * The way in which members must sign in. `second-step`: with a passkey alone, or with a code or a passkey after the password.
 * `passkey`: with a passkey, alone or after the password.
 */
export const RequiredStep = z.enum(['second-step', 'passkey'])
export type RequiredStep = z.infer<typeof RequiredStep>
