import { digestOf, newSecret } from '../../platform/secret.ts'
import { createDeviceSeal } from './secret.ts'
import { type CookieSecurity, readDeviceCookie } from './session-cookie.ts'
import type { Asker } from './throttle.ts'

/** The sender of a request: its own words, and the network that it came from. */
export type Visitor = { cookie: string | undefined; address: string; userAgent: string | undefined }

/** How browsers are known again. */
export type Devices = {
  /**
   * The visitor's browser: digest of its id, and the value of the cookie to keep it by. A new id when it brings none of ours.
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
