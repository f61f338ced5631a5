import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The one that work is done for. `of` has a share of what everybody shares: an organisation, the provider, or the network of
 * somebody who is not signed in (/16 of IPv4, /48 of IPv6). `by` has a share of that: a person, a token or a smaller network.
 */
export type Asker = { of: string; by: string }

/** Sweeps, feeds that are due, backups. */
const THE_SERVER: Asker = { of: 'the server', by: 'the server' }
const askers = new AsyncLocalStorage<Asker>()

/** Does something for somebody: every queue that the work goes through counts it as theirs. */
export const askFor = <Result>(asker: Asker, work: () => Result): Result => askers.run(asker, work)

/** The one for whom the present work is done. */
export const presentAsker = (): Asker => askers.getStore() ?? THE_SERVER
