import { Email } from '@placard/contract'

/** The person whom the provider names. */
export type ProvidedIdentity = {
  issuer: string
  /** The provider's own name for them, which it never gives to anybody else. */
  subject: string
  /** Undefined when the provider tells none. Anybody may have typed it, unless it is vouched for. */
  email: Email | undefined
  /** True: the provider has made sure that the address is theirs, and may say so. */
  vouched: boolean
}

type Claims = Record<string, unknown>

export const GOOGLE = 'https://accounts.google.com'
const MICROSOFT = /^https:\/\/(sts\.windows\.net|login\.(microsoftonline\.(com|us)|partner\.microsoftonline\.cn))\//

/** @param claims of a token that has been checked */
export function identityOf(issuer: string, subject: string, claims: Claims): ProvidedIdentity {
  const email = Email.safeParse(claims.email).data
  return { issuer, subject, email, vouched: email !== undefined && isVouched(issuer, email, claims) }
}

function isVouched(issuer: string, email: Email, claims: Claims): boolean {
  if (claims.email_verified === undefined && MICROSOFT.test(issuer)) {
    // Entra ID has no `email_verified`, and its `email` is whatever an administrator of any tenant typed. Its optional claim
    // says whether the tenant owns the domain; it comes as a boolean, a number or text.
    return [true, 1, 'true', '1'].some((yes) => yes === claims.xms_edov)
  }
  if (claims.email_verified !== true) return false
  // An account of Google's on somebody else's address was verified once, and outlives that address: Google says itself that
  // it is the authority for its own and for those of its Workspace domains alone.
  return issuer !== GOOGLE || /@(gmail|googlemail)\.com$/.test(email) || typeof claims.hd === 'string'
}
