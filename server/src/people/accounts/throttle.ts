import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf, providersNetworkOf } from '../../platform/network.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import * as store from './store.ts'

const WINDOW_MS = 15 * 60_000
/** How long failures count as being in a row. */
export const FAILURES_KEPT_MS = 30 * 24 * 60 * 60_000

/** B7: failures on one account within the window, and in a row however long it takes (NIST SP 800-63B-4 §3.2.2). */
const MAX_PER_ACCOUNT = 10
const MAX_IN_A_ROW = 100
/** B9: failures within the window from one network; only strangers are many enough to reach it. */
const MAX_PER_NETWORK = 50
/**
 * B10: strangers' failures within the window, from anywhere. Above it nobody is refused for what others do, and whoever
 * guesses from many networks gets no further than their providers' networks are many: each has five tries, then one a minute.
 */
const MANY_IN_ALL = 1_000
const IN_A_CROWD = { atOnce: 5, everyMs: 60_000, names: 10_000 }

/** Devices that never signed in to the account are one crowd: whoever guesses looks like any of them. */
export const STRANGER = ''

type Limit = { match: Parameters<typeof store.findFailureInstant>[1]; max: number; forMs: number }

/** The asker: digest of the browser's device id, and the client's address. */
export type Asker = { device: string; address: string }

export type Try = Asker & { email: string }

/** The tries that count together: those of a browser that signed in to this account before, or those of all strangers. */
export async function crowdOf(queries: Queries, email: string, device: string): Promise<string> {
  return (await store.isKnownDevice(queries, email, device)) ? device : STRANGER
}

/**
 * Counts a try to sign in before its password is looked at: of many that come at once, no more than the limit see that it
 * is free. Failures on addresses without an account count alike, so that the answer does not tell them apart.
 *
 * @returns takes the try back, for one that was no failure
 * @throws AppError too-many-requests with the seconds until the next try is free
 */
export type CountTry = (one: Try) => Promise<() => Promise<void>>

export function createThrottle(context: Context): CountTry {
  const { queries } = context.database
  const inACrowd = createRateLimit(IN_A_CROWD)

  return async ({ email, device, address }) => {
    const network = networkOf(address)
    const now = context.now()
    // Failures from the future are of a clock that was wrong; they count no longer than the others.
    const lately = { device, after: now - WINDOW_MS, before: now + WINDOW_MS }
    const ever = { device, after: 0, before: Number.MAX_SAFE_INTEGER }
    const limits: Limit[] = [
      { match: { ...lately, email }, max: MAX_PER_ACCOUNT, forMs: WINDOW_MS },
      { match: { ...ever, email }, max: MAX_IN_A_ROW, forMs: FAILURES_KEPT_MS },
      { match: { ...lately, network }, max: MAX_PER_NETWORK, forMs: WINDOW_MS },
    ]
    // A client that is over a limit already writes nothing: a refused try costs no synced write.
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

/** @param coming how many are about to be added. @throws AppError too-many-requests */
async function requireBelow(queries: Queries, limits: Limit[], coming: number, now: number): Promise<void> {
  for (const { match, max, forMs } of limits) {
    const oldest = await store.findFailureInstant(queries, match, max - coming)
    if (oldest !== undefined) throw refusal(oldest + forMs - now)
  }
}

function refusal(waitMs: number): AppError {
  return new AppError('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) })
}
