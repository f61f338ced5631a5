import { type Profile, type Session, SINGLE_SIGN_ON_WAIT_MS } from '@placard/contract'
import { attributesOf, type CookieSecurity, cookieNameOf, readCookie } from '../../platform/http/cookie.ts'

export type { CookieSecurity } from '../../platform/http/cookie.ts'

/** 256 random bits in base64url. */
const SECRET = /^[A-Za-z0-9_-]{43}$/

const SIGN_ON_MAX_AGE_SECONDS = SINGLE_SIGN_ON_WAIT_MS / 1_000
const DEVICE_MAX_AGE_SECONDS = 365 * 24 * 60 * 60

const nameOf = (name: 'sid' | 'device' | 'sign-on', security: CookieSecurity) => cookieNameOf(name, security)

/** The session's secret that a request's Cookie header carries, if it has the form of one. */
export function readSessionSecret(header: string | undefined, security: CookieSecurity): string | undefined {
  const value = readCookie(header, nameOf('sid', security))
  return value !== undefined && SECRET.test(value) ? value : undefined
}

export function readDeviceCookie(header: string | undefined, security: CookieSecurity): string | undefined {
  return readCookie(header, nameOf('device', security))
}

/** The cookie that binds a sign-in through the identity provider to the browser that began it. */
export function readSignOnSecret(header: string | undefined, security: CookieSecurity): string | undefined {
  const value = readCookie(header, nameOf('sign-on', security))
  return value !== undefined && SECRET.test(value) ? value : undefined
}

/** Lax and not Strict: it must come along when the provider sends the browser back. @returns a Set-Cookie header */
export function signOnCookie(secret: string, security: CookieSecurity): string {
  const age = secret === '' ? 0 : SIGN_ON_MAX_AGE_SECONDS
  return `${nameOf('sign-on', security)}=${secret}${attributesOf(age, security)}; HttpOnly`
}

/** All that a browser is to keep of a sign-in. @returns Set-Cookie headers */
export function letInCookies(
  signedIn: { session: Session; ticket: { secret: string; maxAgeSeconds: number | undefined }; device: string },
  security: CookieSecurity,
): string[] {
  const { session, ticket, device } = signedIn
  return [
    sessionCookie(ticket.secret, ticket.maxAgeSeconds, security),
    ...profileCookies(session.profile, ticket.maxAgeSeconds, security),
    deviceCookie(device, security),
  ]
}

/**
 * @param maxAgeSeconds undefined: until the browser is closed (A3)
 * @returns a Set-Cookie header
 */
export function sessionCookie(secret: string, maxAgeSeconds: number | undefined, security: CookieSecurity): string {
  return `${nameOf('sid', security)}=${secret}${attributesOf(maxAgeSeconds, security)}; HttpOnly`
}

/** @returns a Set-Cookie header */
export function deviceCookie(value: string, security: CookieSecurity): string {
  return `${nameOf('device', security)}=${value}${attributesOf(DEVICE_MAX_AGE_SECONDS, security)}; HttpOnly`
}

/**
 * A4: for scripts to show. The server never reads them. The sign-in page asks for a session only where `org` is there, so it is
 * set without a profile too, and empty then.
 *
 * @returns Set-Cookie headers
 */
export function profileCookies(
  profile: Pick<Profile, 'org' | 'subType'> | null,
  maxAgeSeconds: number | undefined,
  security: CookieSecurity,
): string[] {
  const suffix = attributesOf(maxAgeSeconds, security)
  // A lone surrogate has no percent-encoding.
  const subType = encodeURIComponent(profile?.subType.toWellFormed() ?? '')
  return [`org=${encodeURIComponent(profile?.org ?? '')}${suffix}`, `subType=${subType}${suffix}`]
}

/** The header that makes a browser forget who was signed in. That it signed in before is no secret to it and stays. */
export function forgottenCookies(security: CookieSecurity): string[] {
  return [sessionCookie('', 0, security), `org=${attributesOf(0, security)}`, `subType=${attributesOf(0, security)}`]
}
