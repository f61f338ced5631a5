import { MAX_EMAIL_CHARACTERS, MAX_PASSWORD_CHARACTERS } from './constants.ts'
import { Display } from './display.ts'
import { OrganisationId } from './id.ts'
import { z } from './zod.ts'

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
})
export type SignIn = z.infer<typeof SignIn>

/** U1, U2. Whether the password is good enough is asked when everything else about it is known (`weak-password`). */
export const SignUp = z.strictObject({ email: Email, password: TypedPassword })
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

/** Who is signed in, and what they may manage. */
export const Session = z.object({
  email: z.string(),
  profile: Profile,
  /** Of the profile's organisation, the profile's own display first. */
  displays: z.array(Display),
})
export type Session = z.infer<typeof Session>

/**
 * What a sign-up came to (U3). The same for an address that was free and for one that has an account, so that nobody
 * learns which addresses have one; only whoever also knows its password is signed in.
 */
export const SignedUp = z.object({ session: Session.nullable() })
export type SignedUp = z.infer<typeof SignedUp>
