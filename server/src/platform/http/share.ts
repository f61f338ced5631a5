import { crc32 } from 'node:zlib'
import type { Account, Caller } from '../access.ts'
import type { Asker } from '../asker.ts'
import { networkOf, providersNetworkOf } from '../network.ts'

/**
 * Each network by itself would be a share more for whoever has many of them, until the organisations have none. So networks
 * share these few: one that asks for much holds up a fourth of the others.
 */
const OF_STRANGERS = 4

/** The share of finding out who somebody is. No organisation has an id with a space in it, and so it is with the others. */
export const SHARE_OF_ASKING = 'Who is it'
const OF_OPERATORS = 'The provider'

/**
 * The owner of the share of the database that a call takes: a member's organisation has one of its own, operators without one have one,
 * and strangers have a few together.
 *
 * @param address undefined of a client that has gone
 */
export function shareOf(caller: Caller | Account | undefined, address: string | undefined): string {
  if (caller && 'organisationId' in caller) return caller.organisationId
  if (caller?.operator) return OF_OPERATORS
  return `Strangers ${crc32(providersNetworkOf(address)) % OF_STRANGERS}`
}

/**
 * The asker of a call, for queues: a member's organisation and the account, the provider, or the networks of a stranger.
 *
 * @param address undefined of a client that has gone
 */
export function askerOf(caller: Caller | Account | undefined, address: string | undefined): Asker {
  if (!caller) return { of: `Network ${providersNetworkOf(address)}`, by: networkOf(address) }
  return { of: 'organisationId' in caller ? caller.organisationId : OF_OPERATORS, by: caller.email }
}
