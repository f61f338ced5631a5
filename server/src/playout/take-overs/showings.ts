import type { DisplayKey, ScreenId, ShowTakeOver } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { askerOfScreen, type ScreenSender } from '../../platform/screen-door.ts'
import { createWaitingList } from '../../platform/waiting-list.ts'
import * as store from './store.ts'

/** Short, because people watch the count rise. */
const WRITE_AFTER_MS = 200
/** Rows per statement. SQLite allows 32,766 values in one, PostgreSQL 65,535. */
const WRITTEN_AT_ONCE = 500

/** Receives the reports of screens about take-overs that they have painted. */
export type Showings = {
  /** @throws AppError unavailable */
  take(key: DisplayKey, screenId: ScreenId, shown: ShowTakeOver, from: ScreenSender): void
  /** Writes the waiting reports and accepts no more. */
  close(): Promise<void>
}

export function createShowings(context: Context): Showings {
  const proven = createWaitingList<store.Showing>('proven-showings')
  const others = createWaitingList<store.Showing>('other-showings')
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    timer = undefined
    const all = [...proven.takeAll(), ...others.takeAll()]
    for (let from = 0; from < all.length; from += WRITTEN_AT_ONCE) {
      await store.putShowings(context.database.queries, all.slice(from, from + WRITTEN_AT_ONCE))
      await new Promise(setImmediate)
    }
  }

  function writeNext(): void {
    writing = writing.then(write).catch((error) => {
      // Screens report twice.
      context.log.error({ err: error }, 'reports about take-overs could not be written')
    })
  }

  return {
    take(key, screenId, { id, paintedMsAgo }, from) {
      const { isProven } = from
      const at = Math.max(0, context.now() - paintedMsAgo)
      const list = isProven ? proven : others
      const name = `${key.organisationId}/${key.displayId}/${screenId} ${id}`
      if (list.get(name) === undefined)
        list.put(name, { key, screenId, takeOverId: id, at, isProven }, askerOfScreen(key, from))
      timer ??= setTimeout(writeNext, WRITE_AFTER_MS)
    },
    async close() {
      clearTimeout(timer)
      writeNext()
      await writing
    },
  }
}
