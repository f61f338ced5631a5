import type { DisplayKey, ScreenBeat, ScreenId } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { ScreenSender } from '../platform/screen-door.ts'
import * as store from './store.ts'

/** Of proven screens, and as many again of others: these take no room from those. */
const MAX_WAITING = 10_000
/** So many to a statement: a longer one would hold up whoever else waits for the database. */
const WRITTEN_AT_ONCE = 250

/** The beats of screens, until they are written. Only the last of each counts. */
export type Beats = {
  /** @throws AppError unavailable */
  take(key: DisplayKey, id: ScreenId, beat: ScreenBeat, from: Pick<ScreenSender, 'isProven'>): void
  isEmpty(): boolean
  /** Writes what waits. What cannot be written is lost: the next beat is near. */
  write(): Promise<void>
}

const nothing = () => ({ proven: new Map<string, store.Beat>(), others: new Map<string, store.Beat>() })

export function createBeats(context: Context): Beats {
  let waiting = nothing()

  return {
    take(key, id, { build, itemId, paintedMsAgo }, { isProven }) {
      const at = context.now()
      const name = `${key.organisationId}/${key.displayId}/${id}`
      const list = isProven ? waiting.proven : waiting.others
      if (list.size >= MAX_WAITING && !list.has(name)) throw new AppError('unavailable', { retryAfterSeconds: 20 })
      const paintedAt = Math.max(0, at - paintedMsAgo, list.get(name)?.paintedAt ?? 0)
      list.set(name, { key, id, at, paintedAt, build, itemId, isProven })
    },

    isEmpty: () => waiting.proven.size + waiting.others.size === 0,

    async write() {
      const { proven, others } = waiting
      waiting = nothing()
      // Apart: one statement cannot write a screen twice, and an id may have been paired meanwhile.
      for (const all of [[...proven.values()], [...others.values()]]) {
        for (let from = 0; from < all.length; from += WRITTEN_AT_ONCE) {
          await store.putBeats(context.database.queries, all.slice(from, from + WRITTEN_AT_ONCE))
          await new Promise(setImmediate)
        }
      }
    },
  }
}
