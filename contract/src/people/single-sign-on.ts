import { MAX_URL_CHARACTERS } from '../platform/constants.ts'
import { type ErrorCode, isErrorCode } from '../platform/error.ts'
import { z } from '../platform/zod.ts'
import { InvitationToken } from './invitation-token.ts'

/** Tells whether users may sign in through an identity provider. */
export const SingleSignOn = z.object({
  /** The display name of the provider; null: there is none. */
  name: z.string().nullable(),
})
export type SingleSignOn = z.infer<typeof SingleSignOn>

/**
 * A path of this installation, with its query and fragment. Values that a browser would read as another site's address are
 * refused: `//host`, `/\host`, or one with a line break, which browsers remove.
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
  /** Makes the provider ask for the account again, for a user whose current account there is not admitted here. */
  otherAccount: z.boolean().default(false),
  /** The path to go to afterwards. */
  next: OwnPath.optional(),
  /** As in SignIn. A newly created account accepts it too. */
  invitation: InvitationToken.optional(),
})
export type StartSingleSignOn = z.infer<typeof StartSingleSignOn>

/**
 * The path, below the origin, to which the provider returns the browser: the redirect URI registered with the provider. It is
 * not one of the API's calls, because it answers with a redirect.
 */
export const SIGN_ON_CALLBACK_PATH = '/api/session/single-sign-on/callback'

/** The provider's page. The browser must open it in the same window. */
export const SingleSignOnStarted = z.object({ url: z.url() })
export type SingleSignOnStarted = z.infer<typeof SingleSignOnStarted>

/** The outcome of a sign-in through the provider. */
export type SignOnOutcome =
  | { status: 'signed-in' }
  /** The account has a second factor. Continue with `finishSignIn`. */
  | { status: 'code-wanted'; pending: string }
  | { status: 'refused'; code: ErrorCode }

/**
 * The path, below the origin, at which the browser arrives when it returns: the sign-in page, or the page of the invitation
 * that the sign-in started with. The outcome and the invitation are in the fragment, so that neither server logs nor referrers
 * contain them. The page removes the fragment from the address bar at once.
 *
 * @param begun as in `StartSingleSignOn`; `next` is the page that the sign-in page continues to
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

/** The invitation that the user returns to. @param fragment as in `readSignOnOutcome` */
export function readSignOnInvitation(fragment: string): InvitationToken | undefined {
  return InvitationToken.safeParse(new URLSearchParams(fragment.replace(/^#/, '')).get('invitation')).data
}

/** @param fragment of an address, with or without its #. It is untrusted input. */
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
