import { type MediaId, UNREFERENCED_MEDIA_KEPT_MS } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { readOwnership } from './ownership.ts'
import * as store from './store.ts'

/** A file without a row that is older was left by a process that died; a younger one may be about to get its row. */
const WITHOUT_ROW_MS = 24 * 60 * 60_000
const AT_ONCE = 200
/**
 * Of the stored files, so many may go in one sweep, which is once an hour: should the database be wrong about them, more than
 * three quarters are still there a day later. What a crash leaves, and what people remove, is far less.
 */
const REMOVED_SHARE = 0.01
/** In a small installation a hundredth is nothing: two pictures and two leftovers. */
const REMOVED_AT_LEAST = 8

/** The result of a sweep. `waiting`: files that nothing names and that a later sweep removes. */
export type Swept = { removed: number; waiting: number; foreign: boolean }

/**
 * Removes the stored files that nothing has named for UNREFERENCED_MEDIA_KEPT_MS, and what a crash left behind. Nothing where
 * the files are another installation's, and never more than a share at once.
 */
export async function sweepMedia(context: Context): Promise<Swept> {
  const { database, log } = context
  if ((await readOwnership(context)) !== 'own') {
    log.error({}, 'the stored files belong to another installation: none is removed. See "placard doctor"')
    return { removed: 0, waiting: 0, foreign: true }
  }
  const now = context.now()
  await database.transaction((queries) => store.markUnreferenced(queries, now))
  const { count, unknown } = await listUnknown(context, now - WITHOUT_ROW_MS)
  const most = Math.max(REMOVED_AT_LEAST, Math.floor(count * REMOVED_SHARE))

  const before = now - UNREFERENCED_MEDIA_KEPT_MS
  const rows = await store.listUnreferencedBefore(database.queries, before)
  let removed = 0
  let left = rows.length
  for (const id of rows) {
    if (removed >= most) break
    const names = await removeRow(context, id, before)
    await removeFiles(context, names)
    removed += names.length
    left -= 1
  }
  const some = unknown.slice(0, Math.max(0, most - removed))
  await removeFiles(context, some)
  removed += some.length
  const waiting = left + unknown.length - some.length
  if (waiting > 0) {
    log.warn({ removed, waiting, of: count }, 'nothing names many stored files: a part is removed, the rest waits')
  }
  return { removed, waiting, foreign: false }
}

/** The files that no row stands for, and how many there are in all. */
async function listUnknown(context: Context, before: number): Promise<{ count: number; unknown: string[] }> {
  const unknown: string[] = []
  let count = 0
  let names: string[] = []
  const look = async () => {
    count += names.length
    unknown.push(...(await store.keepUnknownNames(context.database.queries, names)))
    names = []
  }
  for await (const name of context.files.listOlderThan(before)) {
    names.push(name)
    if (names.length === AT_ONCE) await look()
  }
  await look()
  return { count, unknown }
}

/** The row before the files: a row without its file would be a hole on a screen. */
async function removeRow(context: Context, id: MediaId, before: number): Promise<string[]> {
  try {
    return await store.removeUnreferenced(context.database.queries, id, before)
  } catch (error) {
    // Something has just begun to name it. It is looked at again next time.
    context.log.warn({ err: error, id }, 'a file that nothing named could not be removed')
    return []
  }
}

/** A file that cannot be removed is lost space, and the next sweep tries again. */
export async function removeFiles(context: Context, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await context.files.remove(name).catch((error) => {
      context.log.warn({ err: error, name }, 'a file that nothing names any more could not be removed')
    })
  }
}
