import { Email } from '@placard/contract'

/** The person whom the identity provider names. */
export type ProvidedIdentity = {
  issuer: string
  /** The provider's id for them, which is never reused. */
  subject: string
  /** Undefined if not given. May have been typed by anybody unless it is vouched for. */
  email: Email | undefined
  /** True: the provider has verified the address and is trusted to do so. */
  vouched: boolean
}

type Claims = Record<string, unknown>

export const GOOGLE = 'https://accounts.google.com'
const MICROSOFT = /^https:\/\/(sts\.windows\.net|login\.(microsoftonline\.(com|us)|partner\.microsoftonline\.cn))\//

/** @param claims of a verified token */
export function identityOf(issuer: string, subject: string, claims: Claims): ProvidedIdentity {
  const email = Email.safeParse(claims.email).data
  return { issuer, subject, email, vouched: email !== undefined && isVouched(issuer, email, claims) }
}

function isVouched(issuer: string, email: Email, claims: Claims): boolean {
  if (claims.email_verified === undefined && MICROSOFT.test(issuer)) {
    // Entra ID has no `email_verified`, and its `email` may be set by any tenant's administrator. The optional claim `xms_edov`
    // tells if the tenant owns the domain; it is a boolean, a number or text.
    return [true, 1, 'true', '1'].some((yes) => yes === claims.xms_edov)
  }
  if (claims.email_verified !== true) return false
  // A Google account with an address elsewhere was verified once, and may outlive that address. Google says that it is only
  // authoritative for its own addresses and those of its Workspace domains.
  return issuer !== GOOGLE || /@(gmail|googlemail)\.com$/.test(email) || typeof claims.hd === 'string'
}
