import { crc32 } from 'node:zlib'
import type { Account, Caller } from '../access.ts'
import type { Asker } from '../asker.ts'
import { networkOf, providersNetworkOf } from '../network.ts'

/**
 * Number of shares for clients that are not signed in. With one share per network, a client with many networks would leave too little for
 * the organisations. So all networks are distributed over these few shares: one that asks for much slows down a quarter of the others.
 */
const OF_STRANGERS = 4

/** The share for finding out who a caller is. It contains spaces, as do the other shares, so it cannot be the id of an organisation. */
export const SHARE_OF_ASKING = 'Who is it'
const OF_OPERATORS = 'The provider'

/**
 * The owner of the database share that a call uses. Each organisation has one for its members, operators without an organisation have
 * one, and strangers share a few.
 *
 * @param address undefined when the client has disconnected
 */
export function shareOf(caller: Caller | Account | undefined, address: string | undefined): string {
  if (caller && 'organisationId' in caller) return caller.organisationId
  if (caller?.operator) return OF_OPERATORS
  return `Strangers ${crc32(providersNetworkOf(address)) % OF_STRANGERS}`
}

/**
 * The asker of a call, for queues: a member's organisation and account, the provider and the account, or the networks of a stranger.
 *
 * @param address undefined when the client has disconnected
 */
export function askerOf(caller: Caller | Account | undefined, address: string | undefined): Asker {
  if (!caller) return { of: `Network ${providersNetworkOf(address)}`, by: networkOf(address) }
  return { of: 'organisationId' in caller ? caller.organisationId : OF_OPERATORS, by: caller.email }
}
