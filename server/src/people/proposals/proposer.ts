import type { Context } from '../../platform/context.ts'
import { attributesOf, type CookieSecurity, cookieNameOf, readCookie } from '../../platform/http/cookie.ts'
import { digestOf, newSecret } from '../../platform/secret.ts'

// Somebody without an account is the browser that they propose with: it keeps 256 random bits, by which it is shown what
// became of its proposals and fetches the files that it sent.

/** A request, as far as it says whose it is. */
type Carrier = { headers: { cookie?: string | undefined } }
type Answer = { header(name: string, value: string): unknown }

const SECRET = /^[A-Za-z0-9_-]{43}$/
const MAX_AGE_SECONDS = 90 * 24 * 60 * 60
const COOKIE = 'proposer'

const securityOf = ({ config }: Context): CookieSecurity => ({
  https: config.publicUrl?.startsWith('https:') ?? false,
})

/** The holder that a request comes from, as proposals and files keep it; undefined: a browser that has opened no link. */
export function readHolder(context: Context, request: Carrier): string | undefined {
  const value = readCookie(request.headers.cookie, cookieNameOf(COOKIE, securityOf(context)))
  return value !== undefined && SECRET.test(value) ? digestOf(value) : undefined
}

/** The same of a browser that opens a link: it gets a key if it has none. */
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
