import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf, providersNetworkOf } from '../../platform/network.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import * as store from './store.ts'

const WINDOW_MS = 15 * 60_000
/** Failures count as being in a row for this long. */
export const FAILURES_KEPT_MS = 30 * 24 * 60 * 60_000

/** B7: failures on one account within the window, and in a row over any time (NIST SP 800-63B-4 §3.2.2). */
const MAX_PER_ACCOUNT = 10
const MAX_IN_A_ROW = 100
/** B9: failures within the window from one network. Only unknown browsers can be numerous enough to reach it. */
const MAX_PER_NETWORK = 50
/**
 * B10: failures of unknown browsers within the window, from all networks. Above this, each provider's network has five tries, and
 * then one a minute. So nobody is refused because of others, and guessing from many networks is limited by the number of their
 * providers.
 */
const MANY_IN_ALL = 1_000
const IN_A_CROWD = { atOnce: 5, everyMs: 60_000, names: 10_000 }

/** Browsers that never signed in to the account are counted together, because an attacker can look like any of them. */
export const STRANGER = ''

type Limit = { match: Parameters<typeof store.findFailureInstant>[1]; max: number; forMs: number }

/** The client: digest of the browser's device id, and its network address. */
export type Asker = { device: string; address: string }

export type Try = Asker & { email: string }

/** The group of tries that are counted together: those of a browser that signed in to this account before, or those of all others. */
export async function crowdOf(queries: Queries, email: string, device: string): Promise<string> {
  return (await store.isKnownDevice(queries, email, device)) ? device : STRANGER
}

/**
 * Counts a try to sign in before the password is checked, so that concurrent tries cannot exceed the limit. Failures on addresses
 * without an account count as well, so that the responses do not differ.
 *
 * @returns a function that takes the try back if it was not a failure
 * @throws AppError too-many-requests with the seconds until the next try is allowed
 */
export type CountTry = (one: Try) => Promise<() => Promise<void>>

export function createThrottle(context: Context): CountTry {
  const { queries } = context.database
  const inACrowd = createRateLimit(IN_A_CROWD)

  return async ({ email, device, address }) => {
    const network = networkOf(address)
    const now = context.now()
    // Failures in the future come from a wrong clock. They count for no longer than others.
    const lately = { device, after: now - WINDOW_MS, before: now + WINDOW_MS }
    const ever = { device, after: 0, before: Number.MAX_SAFE_INTEGER }
    const limits: Limit[] = [
      { match: { ...lately, email }, max: MAX_PER_ACCOUNT, forMs: WINDOW_MS },
      { match: { ...ever, email }, max: MAX_IN_A_ROW, forMs: FAILURES_KEPT_MS },
      { match: { ...lately, network }, max: MAX_PER_NETWORK, forMs: WINDOW_MS },
    ]
    // A client that is over a limit already causes no write.
    await requireBelow(queries, limits, 1, now)
    if (device === STRANGER && (await store.findFailureInstant(queries, lately, MANY_IN_ALL - 1)) !== undefined) {
      const waitMs = inACrowd.take(providersNetworkOf(address), now)
      if (waitMs > 0) throw refusal(waitMs)
    }
    const id = await store.createFailure(queries, { email, device, network, failedAt: now })
    const takeBack = () => store.removeFailure(queries, id)
    try {
      await requireBelow(queries, limits, 0, now)
    } catch (error) {
      await takeBack()
      throw error
    }
    return takeBack
  }
}

/** @param coming number of failures about to be added. @throws AppError too-many-requests */
async function requireBelow(queries: Queries, limits: Limit[], coming: number, now: number): Promise<void> {
  for (const { match, max, forMs } of limits) {
    const oldest = await store.findFailureInstant(queries, match, max - coming)
    if (oldest !== undefined) throw refusal(oldest + forMs - now)
  }
}

function refusal(waitMs: number): AppError {
  return new AppError('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) })
}
