import { AppError } from './errors.ts'
import { providersNetworkOf } from './network.ts'
import { STRANGERS_ROWS, type StrangersRows } from './shares.ts'

/** The current number of rows of a network (/24 or /64, as `networkOf` writes it). */
export type NetworkRows = { network: string; count: number }

/**
 * Makes room for one more row of a client that is not signed in.
 *
 * @param held the number of rows of each network
 * @returns the networks whose newest row must be removed first. Empty when there is room
 * @throws AppError too-many-requests when the network has used its share, or no other network has more rows
 */
export function makeRoomInRows(table: StrangersRows, held: readonly NetworkRows[], network: string): string[] {
  const { most, mostOfNetwork, retryAfterSeconds } = STRANGERS_ROWS[table]
  const tooMany = () => new AppError('too-many-requests', { retryAfterSeconds })
  if ((held.find((one) => one.network === network)?.count ?? 0) >= mostOfNetwork) throw tooMany()
  const sum = (some: readonly NetworkRows[]) => some.reduce((all, { count }) => all + count, 0)
  if (sum(held) < most) return []
  const byProvider = Map.groupBy(held, (one) => providerOf(one.network))
  const own = sum(byProvider.get(providerOf(network)) ?? [])
  let fullest: NetworkRows[] = []
  for (const some of byProvider.values()) if (sum(some) > sum(fullest)) fullest = some
  if (sum(fullest) <= own + 1) throw tooMany()
  return fullest.map((one) => one.network)
}

const providerOf = (network: string) => providersNetworkOf(network.replace(/\/\d+$/, ''))
