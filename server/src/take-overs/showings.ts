import type { DisplayKey, ScreenId, ShowTakeOver } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { ScreenSender } from '../platform/screen-door.ts'
import * as store from './store.ts'

/** Somebody watches them count up. */
const WRITE_AFTER_MS = 200
/** Of proven screens, and as many again of others: these take no room from those. */
const MAX_WAITING = 20_000
/** So many to a statement; SQLite takes 32,766 values in one, PostgreSQL 65,535. */
const WRITTEN_AT_ONCE = 500

/** The reports of screens about take-overs that they have painted. */
export type Showings = {
  /** @throws AppError unavailable */
  take(key: DisplayKey, screenId: ScreenId, shown: ShowTakeOver, from: Pick<ScreenSender, 'isProven'>): void
  /** Writes what waits, and takes nothing more. */
  close(): Promise<void>
}

const nothing = (): Record<'proven' | 'others', store.Showing[]> => ({ proven: [], others: [] })

export function createShowings(context: Context): Showings {
  let waiting = nothing()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    timer = undefined
    const all = [...waiting.proven, ...waiting.others]
    waiting = nothing()
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
    take(key, screenId, { id, paintedMsAgo }, { isProven }) {
      const list = isProven ? waiting.proven : waiting.others
      if (list.length >= MAX_WAITING) throw new AppError('unavailable', { retryAfterSeconds: 5 })
      list.push({ key, screenId, takeOverId: id, at: Math.max(0, context.now() - paintedMsAgo), isProven })
      timer ??= setTimeout(writeNext, WRITE_AFTER_MS)
    },
    async close() {
      clearTimeout(timer)
      writeNext()
      await writing
    },
  }
}
