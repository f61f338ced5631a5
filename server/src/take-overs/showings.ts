import type { DisplayKey, ScreenId, ShowTakeOver } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { networkOf } from '../platform/network.ts'
import { createRateLimit } from '../platform/rate-limit.ts'
import * as store from './store.ts'

/** Somebody watches them count up. */
const WRITE_AFTER_MS = 200
/** A player says it twice of each take-over, and again where it was not answered. */
const PER_SCREEN = { atOnce: 12, everyMs: 5_000, names: 20_000 }
/** Ten thousand screens behind one address. */
const PER_NETWORK = { atOnce: 10_000, everyMs: 2, names: 10_000 }
const MAX_WAITING = 20_000
/** So many to a statement; SQLite takes 32,766 values in one, PostgreSQL 65,535. */
const WRITTEN_AT_ONCE = 500

/** The reports of screens about take-overs that they have painted. */
export type Showings = {
  /** @throws AppError too-many-requests, unavailable */
  take(key: DisplayKey, screenId: ScreenId, shown: ShowTakeOver, from: { address: string; isProven: boolean }): void
  /** Writes what waits, and takes nothing more. */
  close(): Promise<void>
}

export function createShowings(context: Context): Showings {
  const perScreen = createRateLimit(PER_SCREEN)
  const perNetwork = createRateLimit(PER_NETWORK)
  let waiting: store.Showing[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    timer = undefined
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += WRITTEN_AT_ONCE) {
      await store.putShowings(context.database.queries, all.slice(from, from + WRITTEN_AT_ONCE))
      await new Promise(setImmediate)
    }
  }

  function writeNext(): void {
    writing = writing.then(write).catch((error) => {
      // A screen says it twice.
      context.log.error({ err: error }, 'what screens have painted could not be written')
    })
  }

  return {
    take(key, screenId, { id, paintedMsAgo }, { address, isProven }) {
      const now = context.now()
      const name = `${key.organisationId}/${key.displayId}/${screenId}`
      const waitMs = perNetwork.take(networkOf(address), now) || perScreen.take(name, now)
      if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
      if (waiting.length >= MAX_WAITING) throw new AppError('unavailable', { retryAfterSeconds: 5 })
      waiting.push({ key, screenId, takeOverId: id, at: Math.max(0, now - paintedMsAgo), isProven })
      timer ??= setTimeout(writeNext, WRITE_AFTER_MS)
    },
    async close() {
      clearTimeout(timer)
      writeNext()
      await writing
    },
  }
}
