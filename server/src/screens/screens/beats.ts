import type { DisplayKey, ScreenBeat, ScreenId } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { askerOfScreen, type ScreenSender } from '../../platform/screen-door.ts'
import { createWaitingList } from '../../platform/waiting-list.ts'
import * as store from './store.ts'

/** Rows per statement. Longer statements would delay other users of the database. */
const WRITTEN_AT_ONCE = 250

/** The waiting beats of screens. Only the last one of each screen is kept. */
export type Beats = {
  /** @throws AppError unavailable */
  take(key: DisplayKey, id: ScreenId, beat: ScreenBeat, from: ScreenSender): void
  isEmpty(): boolean
  /** Writes the waiting beats. Beats that cannot be written are lost; the next ones follow soon. */
  write(): Promise<void>
}

export function createBeats(context: Context): Beats {
  const proven = createWaitingList<store.Beat>('proven-beats')
  const others = createWaitingList<store.Beat>('other-beats')

  return {
    take(key, id, { build, itemId, paintedMsAgo }, from) {
      const at = context.now()
      const name = `${key.organisationId}/${key.displayId}/${id}`
      const list = from.isProven ? proven : others
      const paintedAt = Math.max(0, at - paintedMsAgo, list.get(name)?.paintedAt ?? 0)
      list.put(name, { key, id, at, paintedAt, build, itemId, isProven: from.isProven }, askerOfScreen(key, from))
    },

    isEmpty: () => proven.size() + others.size() === 0,

    async write() {
      // Separately, because one statement cannot write a screen twice, and an id may have been paired meanwhile.
      for (const all of [proven.takeAll(), others.takeAll()]) {
        for (let from = 0; from < all.length; from += WRITTEN_AT_ONCE) {
          await store.putBeats(context.database.queries, all.slice(from, from + WRITTEN_AT_ONCE))
          await new Promise(setImmediate)
        }
      }
    },
  }
}
