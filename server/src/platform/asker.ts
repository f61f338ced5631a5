import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The party that work is done for. `of` has a share of what everybody shares: an organisation, the provider, or the network of somebody
 * who is not signed in (/16 of IPv4, /48 of IPv6). `by` has a share of that share: a person, a token or a smaller network.
 */
export type Asker = { of: string; by: string }

/** Owner of sweeps, feed updates and backups. */
const THE_SERVER: Asker = { of: 'the server', by: 'the server' }
const askers = new AsyncLocalStorage<Asker>()

/** Runs work on behalf of an asker. Every queue that the work goes through counts it as theirs. */
export const askFor = <Result>(asker: Asker, work: () => Result): Result => askers.run(asker, work)

/** The asker of the current work. */
export const presentAsker = (): Asker => askers.getStore() ?? THE_SERVER
