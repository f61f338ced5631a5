import { RequiredStep } from '../platform/required-step.ts'
import { z } from '../platform/zod.ts'
import { SecondFactorCode, TypedPassword } from './account.ts'

// Apart from `account.ts`, which the first page of a browser loads.

/** An account, for its owner. */
export const OwnAccount = z.object({
  email: z.string(),
  /** False for a user who has only ever signed in through the identity provider. */
  hasPassword: z.boolean(),
  secondFactor: z.object({
    on: z.boolean(),
    /** True: the second step may be a code of an authenticator app. */
    app: z.boolean(),
    /** Out of RECOVERY_CODES; 0 while it is off. */
    recoveryCodesLeft: z.int(),
  }),
  /**
   * The organisation of the account requires a way to sign in that this session has not used: until then, the session has no
   * access to it. null: nothing is missing.
   */
  missing: z.object({ organisation: z.string(), requires: RequiredStep }).nullable(),
})
export type OwnAccount = z.infer<typeof OwnAccount>

/** Errors: `wrong-password` with the field `current`, `weak-password` with the field `password`. */
export const ChangePassword = z.strictObject({ current: TypedPassword, password: TypedPassword })
export type ChangePassword = z.infer<typeof ChangePassword>

/** Identifies a session in addresses. It does not grant access. */
export const SessionId = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'session-not-found')
  .brand<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>

/** One session of a user. Instants: milliseconds since 1970. */
export const OwnSession = z.object({
  id: SessionId,
  /** From the device's description of itself, like `system`. null: it gives none, or an unknown one. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The name of the identity provider of this sign-in; null: by password. */
  through: z.string().nullable(),
  /** The network address at the sign-in. */
  address: z.string().nullable(),
  signedInAt: z.int(),
  /** Accurate to five minutes. */
  lastSeenAt: z.int(),
  /** True: the session of this request. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** Requires the password again, so that somebody who finds an unlocked browser cannot lock out the account's owner. */
export const BeginSecondFactor = z.strictObject({ password: TypedPassword })
export type BeginSecondFactor = z.infer<typeof BeginSecondFactor>

/** For an authenticator app. Takes effect when one of its codes has been sent. */
export const SecondFactorSecret = z.object({
  /** Base32. */
  secret: z.string(),
  /** `otpauth://`, for a QR code. */
  uri: z.string(),
})
export type SecondFactorSecret = z.infer<typeof SecondFactorSecret>

/** Returned only once; the server stores only digests. Each code replaces the app for one sign-in. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const RemoveSecondFactor = z.strictObject({ password: TypedPassword, code: SecondFactorCode })
export type RemoveSecondFactor = z.infer<typeof RemoveSecondFactor>
