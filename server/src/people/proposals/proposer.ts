import type { Context } from '../../platform/context.ts'
import { attributesOf, type CookieSecurity, cookieNameOf, readCookie } from '../../platform/http/cookie.ts'
import { digestOf, newSecret } from '../../platform/secret.ts'

// A proposer without an account is identified by the browser: it keeps a secret of 256 random bits, which gives access to the
// state of its proposals and the files that it sent.

/** A request, with the headers that identify the proposer. */
type Carrier = { headers: { cookie?: string | undefined } }
type Answer = { header(name: string, value: string): unknown }

const SECRET = /^[A-Za-z0-9_-]{43}$/
const MAX_AGE_SECONDS = 90 * 24 * 60 * 60
const COOKIE = 'proposer'

const securityOf = ({ config }: Context): CookieSecurity => ({
  https: config.publicUrl?.startsWith('https:') ?? false,
})

/** The holder that a request comes from, as stored with proposals and files. Undefined for a browser that never opened a link. */
export function readHolder(context: Context, request: Carrier): string | undefined {
  const value = readCookie(request.headers.cookie, cookieNameOf(COOKIE, securityOf(context)))
  return value !== undefined && SECRET.test(value) ? digestOf(value) : undefined
}

/** The holder for a browser that opens a link. Sets the cookie if it has none. */
export function ensureHolder(context: Context, request: Carrier, reply: Answer): string {
  const known = readHolder(context, request)
  if (known !== undefined) return known
  const secret = newSecret()
  const security = securityOf(context)
  reply.header(
    'set-cookie',
    `${cookieNameOf(COOKIE, security)}=${secret}${attributesOf(MAX_AGE_SECONDS, security)}; HttpOnly`,
  )
  return digestOf(secret)
}
