import { digestOf, newSecret } from '../../platform/secret.ts'
import { createDeviceSeal } from './secret.ts'
import { type CookieSecurity, readDeviceCookie } from './session-cookie.ts'
import type { Asker } from './throttle.ts'

/** The sender of a request: the headers it sent, and its network address. */
export type Visitor = { cookie: string | undefined; address: string; userAgent: string | undefined }

/** Recognises browsers by a cookie. */
export type Devices = {
  /**
   * The visitor's browser: the digest of its id, and the cookie value that keeps it. Returns a new id if the request has no valid
   * one.
   */
  of(visitor: Visitor): { digest: string; cookie: string }
  /** The browser and network that a request counts for. */
  askerOf(visitor: Visitor): Asker
}

/** @param secret of the installation */
export function createDevices(secret: string, security: CookieSecurity): Devices {
  const seals = createDeviceSeal(secret)

  function of({ cookie }: Visitor): { digest: string; cookie: string } {
    const id = seals.open(readDeviceCookie(cookie, security)) ?? newSecret()
    return { digest: digestOf(id), cookie: seals.seal(id) }
  }

  return { of, askerOf: (visitor) => ({ device: of(visitor).digest, address: visitor.address }) }
}
