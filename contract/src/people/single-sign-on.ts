import { MAX_URL_CHARACTERS } from '../platform/constants.ts'
import { type ErrorCode, isErrorCode } from '../platform/error.ts'
import { z } from '../platform/zod.ts'
import { InvitationToken } from './member.ts'

/** Tells whether people may sign in through an identity provider. */
export const SingleSignOn = z.object({
  /** The provider's name for people; null: there is no provider. */
  name: z.string().nullable(),
})
export type SingleSignOn = z.infer<typeof SingleSignOn>

/**
 * A path of this installation, with its query and fragment. What a browser would read as another site's address is none,
 * whatever it begins with: `//host`, `/\host`, or with a line break in it, which browsers leave out.
 */
const OwnPath = z
  .string()
  .max(MAX_URL_CHARACTERS, 'too-long')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
  .regex(/^\/(?![/\\])[^\u0000-\u001f\u007f\\]*$/, 'invalid-field')
  .refine((path) => path.isWellFormed(), 'text-not-well-formed')

export const StartSingleSignOn = z.strictObject({
  /** As in SignIn. */
  remember: z.boolean().default(false),
  /** Asks the provider to ask who it is, for somebody whom it took for a person that may not come in here. */
  otherAccount: z.boolean().default(false),
  /** The path to go to afterwards. */
  next: OwnPath.optional(),
  /** As in SignIn; an account that is made accepts it too. */
  invitation: InvitationToken.optional(),
})
export type StartSingleSignOn = z.infer<typeof StartSingleSignOn>

/**
 * The path, below the origin, to which the provider sends the browser back: what is registered with it as the redirect URI. Not
 * one of the calls of the interface, since what it answers is a redirect.
 */
export const SIGN_ON_CALLBACK_PATH = '/api/session/single-sign-on/callback'

/** The provider's page, to which the browser is to go in the same window. */
export const SingleSignOnStarted = z.object({ url: z.url() })
export type SingleSignOnStarted = z.infer<typeof SingleSignOnStarted>

/** The outcome of a sign-in through the provider. */
export type SignOnOutcome =
  | { status: 'signed-in' }
  /** The account has a second factor: `finishSignIn` is the way on. */
  | { status: 'code-wanted'; pending: string }
  | { status: 'refused'; code: ErrorCode }

/**
 * The path, below the origin, at which the browser arrives when it comes back: the sign-in page, or the page of the invitation
 * that it began with. What it came to stands behind the #, with the invitation, so that neither a server's log nor a referrer
 * carries it; the page takes it out of the address bar at once.
 *
 * @param begun as in `StartSingleSignOn`; `next` is where the sign-in page leads on to
 */
export function signOnPath(
  outcome: SignOnOutcome,
  { next, invitation }: { next?: string | undefined; invitation?: InvitationToken | undefined },
): string {
  const { status, ...rest } = outcome
  const said = { 'sign-on': status, ...rest }
  if (invitation !== undefined) return `/join#${new URLSearchParams({ ...said, invitation })}`
  const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`
  return `/login${query}#${new URLSearchParams(said)}`
}

/** The invitation that somebody comes back to. @param fragment as in `readSignOnOutcome` */
export function readSignOnInvitation(fragment: string): InvitationToken | undefined {
  return InvitationToken.safeParse(new URLSearchParams(fragment.replace(/^#/, '')).get('invitation')).data
}

/** @param fragment of an address, with or without its #; anybody may have written it */
export function readSignOnOutcome(fragment: string): SignOnOutcome | undefined {
  const said = new URLSearchParams(fragment.replace(/^#/, ''))
  switch (said.get('sign-on')) {
    case 'signed-in':
      return { status: 'signed-in' }
    case 'code-wanted': {
      const pending = said.get('pending')
      return pending === null ? undefined : { status: 'code-wanted', pending }
    }
    case 'refused': {
      const code = said.get('code') ?? ''
      return isErrorCode(code) ? { status: 'refused', code } : undefined
    }
    default:
      return undefined
  }
}
