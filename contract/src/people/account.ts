import { Display } from '../content/display.ts'
import { MAX_EMAIL_CHARACTERS, MAX_PASSWORD_CHARACTERS } from '../platform/constants.ts'
import { OrganisationId } from '../platform/id.ts'
import { Role } from '../platform/role.ts'
import { z } from '../platform/zod.ts'
import { InvitationToken } from './member.ts'

/** Folded to lower case: one account per address. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_CHARACTERS, 'too-long')
  .pipe(z.email('invalid-email'))
export type Email = z.infer<typeof Email>

/** As typed but for its Unicode form: the same letters typed on another keyboard are the same password. */
export const TypedPassword = z
  .string()
  .min(1, 'invalid-field')
  .max(MAX_PASSWORD_CHARACTERS, 'too-long')
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'text-not-well-formed')
  .transform((value) => value.normalize('NFC'))

export const SignIn = z.strictObject({
  email: Email,
  password: TypedPassword,
  /** A3: ticked, the session outlives the browser. */
  remember: z.boolean().default(false),
  /**
   * Accepts an invitation along with it, for an account that is not subscribed and could not sign in otherwise (A5). An
   * account that belongs to an organisation already stays there and signs in as ever.
   */
  invitation: InvitationToken.optional(),
})
export type SignIn = z.infer<typeof SignIn>

/** U1, U2. Whether the password is good enough is asked when everything else about it is known (`weak-password`). */
export const SignUp = z.strictObject({
  email: Email,
  password: TypedPassword,
  /** Accepted by the account that is made. `invitation-not-found` when it does not count any more: then none is made. */
  invitation: InvitationToken.optional(),
})
export type SignUp = z.infer<typeof SignUp>

/** E3: what subscribes a user, by email, in the specification's names. Somebody without one is not subscribed. */
export const Profile = z.object({
  /** The display that the subscription was made for; the dashboard opens with it. */
  id: z.string(),
  org: OrganisationId,
  msg: z.string(),
  subType: z.string(),
})
export type Profile = z.infer<typeof Profile>

/** The signed-in person, and the displays that they may manage. */
export const Session = z.object({
  email: z.string(),
  /** With `organisation` and `role`, null for an operator without an organisation, and for nobody else. */
  profile: Profile.nullable(),
  organisation: z.object({ id: OrganisationId, name: z.string() }).nullable(),
  role: Role.nullable(),
  /** True: they may use some of the displays alone, and edit no playlist. */
  limited: z.boolean(),
  /** True: the operator's routes and pages are open to them. */
  operator: z.boolean(),
  /** Those of the organisation that they may use, the profile's own display first. */
  displays: z.array(Display),
})
export type Session = z.infer<typeof Session>

/**
 * The outcome of a sign-up (U3). The same for an address that was free and for one that has an account, so that nobody
 * learns which addresses have one; only whoever also knows its password is signed in.
 */
export const SignedUp = z.object({ session: Session.nullable() })
export type SignedUp = z.infer<typeof SignedUp>

/** 256 random bits in base64url. The server keeps its digest alone. */
const ResetToken = z.string('reset-link-expired').regex(/^[A-Za-z0-9_-]{43}$/, 'reset-link-expired')

/** How somebody who forgot their password gets a new one. */
export const PasswordResets = z.object({
  /** True: the server sends links by mail. Otherwise people ask the provider. */
  byMail: z.boolean(),
  /** How the provider is reached: an email address, a web address or a line of text; null: nobody has said. */
  contact: z.string().nullable(),
})
export type PasswordResets = z.infer<typeof PasswordResets>

/** Answered alike for every address, so that nobody learns which ones have an account. */
export const RequestPasswordReset = z.strictObject({ email: Email })
export type RequestPasswordReset = z.infer<typeof RequestPasswordReset>

/** `reset-link-expired` for a token that is used, too old, replaced or none of ours; then `weak-password`. */
export const CompletePasswordReset = z.strictObject({ token: ResetToken, password: TypedPassword })
export type CompletePasswordReset = z.infer<typeof CompletePasswordReset>

/**
 * The page that a link for a new password opens, below the origin. The token stands behind the # so that neither a server's
 * log nor a referrer carries it.
 */
export function resetPath(token: string): string {
  return `/reset-password#${token}`
}

/** An account as its owner sees it. */
export const OwnAccount = z.object({
  email: z.string(),
  /** False for somebody who has only ever signed in through the identity provider. */
  hasPassword: z.boolean(),
  secondFactor: z.object({
    on: z.boolean(),
    /** Of RECOVERY_CODES; 0 while it is off. */
    recoveryCodesLeft: z.int(),
  }),
})
export type OwnAccount = z.infer<typeof OwnAccount>

/** `wrong-password` with the field `current`, `weak-password` with the field `password`. */
export const ChangePassword = z.strictObject({ current: TypedPassword, password: TypedPassword })
export type ChangePassword = z.infer<typeof ChangePassword>

/** Names a session in addresses. It lets nobody in. */
export const SessionId = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'session-not-found')
  .brand<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>

/** One place where somebody is signed in. Instants: milliseconds since 1970. */
export const OwnSession = z.object({
  id: SessionId,
  /** The device's own description, in names that are known here; null: it gives none, or an unknown one. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Name of the identity provider that it signed in through; null: by password. */
  through: z.string().nullable(),
  /** The network that it signed in from. */
  address: z.string().nullable(),
  signedInAt: z.int(),
  /** To within five minutes. */
  lastSeenAt: z.int(),
  /** The one that asks. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** Six digits of an authenticator app, or a recovery code, however it was typed. */
export const SecondFactorCode = z
  .string()
  .max(64, 'wrong-code')
  .transform((typed) => typed.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/, 'wrong-code'))

/** The answer to a sign-in with the right password that still needs a code. It is no session. */
export const SecondFactorWanted = z.object({
  secondFactor: z.object({
    /** To be sent with the code. Good for SECOND_FACTOR_WAIT_MS and one sign-in. */
    pending: z.string(),
  }),
})
export type SecondFactorWanted = z.infer<typeof SecondFactorWanted>

/** `sign-in-expired` when the password has to be typed again, `wrong-code`. */
export const FinishSignIn = z.strictObject({
  pending: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'sign-in-expired'),
  code: SecondFactorCode,
  /** As in SignIn. */
  invitation: InvitationToken.optional(),
})
export type FinishSignIn = z.infer<typeof FinishSignIn>

/** The password once more: who found a browser signed in must not lock its owner out. */
export const BeginSecondFactor = z.strictObject({ password: TypedPassword })
export type BeginSecondFactor = z.infer<typeof BeginSecondFactor>

/** For an authenticator app. Counts once a code of it has been sent. */
export const SecondFactorSecret = z.object({
  /** Base32. */
  secret: z.string(),
  /** `otpauth://`, for a QR code. */
  uri: z.string(),
})
export type SecondFactorSecret = z.infer<typeof SecondFactorSecret>

export const ConfirmSecondFactor = z.strictObject({ code: SecondFactorCode })
export type ConfirmSecondFactor = z.infer<typeof ConfirmSecondFactor>

/** Told this once; the server keeps their digests alone. Each of them signs in once in place of the app. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const RemoveSecondFactor = z.strictObject({ password: TypedPassword, code: SecondFactorCode })
export type RemoveSecondFactor = z.infer<typeof RemoveSecondFactor>
