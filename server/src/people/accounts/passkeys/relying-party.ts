import { isIP } from 'node:net'
import type { Listening } from '../../../platform/own-address.ts'

/** The name that passkeys are bound to, and the only origin whose pages may use them. */
export type RelyingParty = { id: string; origin: string }

/**
 * Browsers allow passkeys for a host name with https, and for `localhost`.
 *
 * @param publicUrl of the configuration
 * @param host of the request, with its port. It only decides when there is no PUBLIC_URL, and then only between `localhost` and
 * nothing, because the sender chooses it
 */
export function relyingPartyOf(
  publicUrl: string | undefined,
  host: string | undefined,
  listening: Pick<Listening, 'port'> | undefined,
): RelyingParty | undefined {
  if (publicUrl === undefined) {
    const here = listening && `localhost:${listening.port}`
    return here !== undefined && host === here ? { id: 'localhost', origin: `http://${here}` } : undefined
  }
  const { protocol, hostname: id, origin } = new URL(publicUrl)
  const isLocal = id === 'localhost' || id.endsWith('.localhost')
  if (isIP(id.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return undefined
  return { id, origin }
}
