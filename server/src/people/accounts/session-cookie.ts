import { type Profile, type Session, SINGLE_SIGN_ON_WAIT_MS } from '@placard/contract'
import { attributesOf, type CookieSecurity, cookieNameOf, readCookie } from '../../platform/http/cookie.ts'

export type { CookieSecurity } from '../../platform/http/cookie.ts'

/** 256 random bits in base64url. */
const SECRET = /^[A-Za-z0-9_-]{43}$/

const SIGN_ON_MAX_AGE_SECONDS = SINGLE_SIGN_ON_WAIT_MS / 1_000
const DEVICE_MAX_AGE_SECONDS = 365 * 24 * 60 * 60

const nameOf = (name: 'sid' | 'device' | 'sign-on', security: CookieSecurity) => cookieNameOf(name, security)

/** The session secret in a request's Cookie header, if it has the right form. */
export function readSessionSecret(header: string | undefined, security: CookieSecurity): string | undefined {
  const value = readCookie(header, nameOf('sid', security))
  return value !== undefined && SECRET.test(value) ? value : undefined
}

export function readDeviceCookie(header: string | undefined, security: CookieSecurity): string | undefined {
  return readCookie(header, nameOf('device', security))
}

/** Reads the cookie that binds a sign-in through the identity provider to the browser that began it. */
export function readSignOnSecret(header: string | undefined, security: CookieSecurity): string | undefined {
  const value = readCookie(header, nameOf('sign-on', security))
  return value !== undefined && SECRET.test(value) ? value : undefined
}

/** Lax and not Strict, so that it is sent when the provider redirects back. @returns a Set-Cookie header */
export function signOnCookie(secret: string, security: CookieSecurity): string {
  const age = secret === '' ? 0 : SIGN_ON_MAX_AGE_SECONDS
  return `${nameOf('sign-on', security)}=${secret}${attributesOf(age, security)}; HttpOnly`
}

/** All cookies that a browser gets after a sign-in. @returns Set-Cookie headers */
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
 * A4: cookies for scripts to display. The server never reads them. The sign-in page only requests a session if `org` exists, so
 * it is also set without a profile, with an empty value.
 *
 * @returns Set-Cookie headers
 */
export function profileCookies(
  profile: Pick<Profile, 'org' | 'subType'> | null,
  maxAgeSeconds: number | undefined,
  security: CookieSecurity,
): string[] {
  const suffix = attributesOf(maxAgeSeconds, security)
  // A lone surrogate cannot be percent-encoded.
  const subType = encodeURIComponent(profile?.subType.toWellFormed() ?? '')
  return [`org=${encodeURIComponent(profile?.org ?? '')}${suffix}`, `subType=${subType}${suffix}`]
}

/** Headers that remove the session's cookies. The device cookie stays: the browser may remember that it signed in before. */
export function forgottenCookies(security: CookieSecurity): string[] {
  return [sessionCookie('', 0, security), `org=${attributesOf(0, security)}`, `subType=${attributesOf(0, security)}`]
}
