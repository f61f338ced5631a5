import { AppError } from './errors.ts'
import { providersNetworkOf } from './network.ts'
import { STRANGERS_ROWS, type StrangersRows } from './shares.ts'

/** How many rows a network (/24 or /64, as `networkOf` writes it) has at present. */
export type NetworkRows = { network: string; count: number }

/**
 * Makes room for one more row of a stranger.
 *
 * @param held the rows of all networks
 * @returns the networks of which the newest row is to be removed first; none, when there is room
 * @throws AppError too-many-requests, when the network has its share or everybody else has as few rows
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
