import { Display } from '../content/display.ts'
import { MAX_EMAIL_CHARACTERS, MAX_PASSWORD_CHARACTERS } from '../platform/constants.ts'
import { OrganisationId, TableId } from '../platform/id.ts'
import { Role } from '../platform/role.ts'
import { z } from '../platform/zod.ts'
import { InvitationToken } from './invitation-token.ts'

/** Converted to lower case, so that there is one account per address. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_CHARACTERS, 'too-long')
  .pipe(z.email('invalid-email'))
export type Email = z.infer<typeof Email>

/** As typed, but with normalised Unicode, so that the same characters typed on another keyboard are the same password. */
export const TypedPassword = z
  .string()
  .min(1, 'invalid-field')
  .max(MAX_PASSWORD_CHARACTERS, 'too-long')
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'text-not-well-formed')
  .transform((value) => value.normalize('NFC'))

export const SignIn = z.strictObject({
  email: Email,
  password: TypedPassword,
  /** A3: if true, the session outlives the browser. */
  remember: z.boolean().default(false),
  /**
   * Also accepts an invitation, for an account that is not subscribed and otherwise could not sign in (A5). An account that
   * belongs to an organisation already stays there and signs in normally.
   */
  invitation: InvitationToken.optional(),
})
export type SignIn = z.infer<typeof SignIn>

/** U1, U2. The strength of the password is checked last (`weak-password`). */
export const SignUp = z.strictObject({
  email: Email,
  password: TypedPassword,
  /** Accepted by the new account. If it is not valid any more, no account is created: `invitation-not-found`. */
  invitation: InvitationToken.optional(),
})
export type SignUp = z.infer<typeof SignUp>

/**
 * E3: the record that subscribes a user, by email, with the names of the specification. A user without one is not subscribed.
 */
export const Profile = z.object({
  /** The display that the subscription was made for. The dashboard opens with it. */
  id: z.string(),
  org: OrganisationId,
  msg: z.string(),
  subType: z.string(),
})
export type Profile = z.infer<typeof Profile>

/** The signed-in user, and the displays that they may manage. */
export const Session = z.object({
  email: z.string(),
  /**
   * Like `organisation` and `role`, null for an operator without an organisation, and for a member whose session lacks the step
   * that the organisation requires (`OwnAccount.missing`).
   */
  profile: Profile.nullable(),
  organisation: z.object({ id: OrganisationId, name: z.string() }).nullable(),
  role: Role.nullable(),
  /** True: they may use only some of the displays, and cannot edit playlists. */
  limited: z.boolean(),
  /** The tables that are all they may use. null: they are not limited to tables. */
  tables: z.array(TableId).nullable(),
  /** True: they have access to the operator's routes and pages. */
  operator: z.boolean(),
  /** The displays of the organisation that they may use, starting with the profile's own display. */
  displays: z.array(Display),
})
export type Session = z.infer<typeof Session>

/**
 * The outcome of a sign-up (U3). It is the same for a free address and for one that has an account, so that it does not reveal
 * which addresses have one. Only a caller who knows the account's password is signed in.
 */
export const SignedUp = z.object({ session: Session.nullable() })
export type SignedUp = z.infer<typeof SignedUp>

/** 256 random bits in base64url. The server stores only a digest. */
const ResetToken = z.string('reset-link-expired').regex(/^[A-Za-z0-9_-]{43}$/, 'reset-link-expired')

/** The ways to reset a forgotten password. */
export const PasswordResets = z.object({
  /** True: the server sends links by mail. False: users ask the provider. */
  byMail: z.boolean(),
  /** The provider's contact: an email address, a web address or a line of text. null: not set. */
  contact: z.string().nullable(),
})
export type PasswordResets = z.infer<typeof PasswordResets>

/** The answer is the same for every address, so that it does not reveal which ones have an account. */
export const RequestPasswordReset = z.strictObject({ email: Email })
export type RequestPasswordReset = z.infer<typeof RequestPasswordReset>

/** Errors: `reset-link-expired` for a token that is used, expired, replaced or unknown; then `weak-password`. */
export const CompletePasswordReset = z.strictObject({ token: ResetToken, password: TypedPassword })
export type CompletePasswordReset = z.infer<typeof CompletePasswordReset>

/**
 * The path of the page to set a new password, below the origin. The token is in the fragment, so that neither server logs nor
 * referrers contain it.
 */
export function resetPath(token: string): string {
  return `/reset-password#${token}`
}

/** Six digits of an authenticator app, or a recovery code, in any way of typing it. */
export const SecondFactorCode = z
  .string()
  .max(64, 'wrong-code')
  .transform((typed) => typed.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/, 'wrong-code'))

/** The answer to a sign-in with the right password that still needs a code. It is not a session. */
export const SecondFactorWanted = z.object({
  secondFactor: z.object({
    /** To be sent with the code. Valid for SECOND_FACTOR_WAIT_MS and for one sign-in. */
    pending: z.string(),
  }),
})
export type SecondFactorWanted = z.infer<typeof SecondFactorWanted>

/** Errors: `sign-in-expired` if the password must be entered again, `wrong-code`. */
export const FinishSignIn = z.strictObject({
  pending: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'sign-in-expired'),
  code: SecondFactorCode,
  /** As in SignIn. */
  invitation: InvitationToken.optional(),
})
export type FinishSignIn = z.infer<typeof FinishSignIn>

export const ConfirmSecondFactor = z.strictObject({ code: SecondFactorCode })
export type ConfirmSecondFactor = z.infer<typeof ConfirmSecondFactor>
