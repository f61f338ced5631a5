import type { DisplayKey, ScreenBeat, ScreenId } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { networkOf } from '../platform/network.ts'
import { createRateLimit } from '../platform/rate-limit.ts'
import * as store from './store.ts'

/** A player says it three times a minute; each page starts anew. */
const PER_SCREEN = { atOnce: 6, everyMs: 10_000, names: 20_000 }
/** Ten thousand screens behind one address. */
const PER_NETWORK = { atOnce: 2_000, everyMs: 2, names: 10_000 }
const MAX_WAITING = 10_000
/** So many to a statement: a longer one would hold up whoever else waits for the database. */
const WRITTEN_AT_ONCE = 250

/** The beats of screens, until they are written. Only the last of each counts. */
export type Beats = {
  /** @throws AppError too-many-requests, unavailable, display-not-found */
  take(key: DisplayKey, id: ScreenId, beat: ScreenBeat, from: { address: string; isProven: boolean }): Promise<void>
  isEmpty(): boolean
  /** Writes what waits. What cannot be written is lost: the next word is near. */
  write(): Promise<void>
}

/** @param isPresent whether there is such a display */
export function createBeats(context: Context, isPresent: (key: DisplayKey) => Promise<boolean>): Beats {
  const perScreen = createRateLimit(PER_SCREEN)
  const perNetwork = createRateLimit(PER_NETWORK)
  let waiting = new Map<string, store.Beat>()

  return {
    async take(key, id, { build, itemId, paintedMsAgo }, { address, isProven }) {
      const at = context.now()
      const name = `${key.organisationId}/${key.displayId}/${id}`
      const waitMs = perNetwork.take(networkOf(address), at) || perScreen.take(name, at)
      if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
      if (waiting.size >= MAX_WAITING && !waiting.has(name))
        throw new AppError('unavailable', { retryAfterSeconds: 20 })
      if (!(await isPresent(key))) throw new AppError('display-not-found')
      const paintedAt = Math.max(0, at - paintedMsAgo, waiting.get(name)?.paintedAt ?? 0)
      waiting.set(name, { key, id, at, paintedAt, build, itemId, isProven })
    },

    isEmpty: () => waiting.size === 0,

    async write() {
      const all = Array.from(waiting.values())
      waiting = new Map()
      for (let from = 0; from < all.length; from += WRITTEN_AT_ONCE) {
        await store.putBeats(context.database.queries, all.slice(from, from + WRITTEN_AT_ONCE))
        await new Promise(setImmediate)
      }
    },
  }
}
