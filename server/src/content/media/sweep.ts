import { type MediaId, UNREFERENCED_MEDIA_KEPT_MS } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { readOwnership } from './ownership.ts'
import * as store from './store.ts'

/** A file without a row that is older than this was left by a process that crashed. A younger one may be about to get its row. */
const WITHOUT_ROW_MS = 24 * 60 * 60_000
const AT_ONCE = 200
/**
 * The share of the stored files that one hourly sweep may remove. If the database is wrong, more than three quarters of the files
 * still exist a day later. Ordinary removals and crashes leave far fewer.
 */
const REMOVED_SHARE = 0.01
/** For small installations, where a hundredth is less than one file: two pictures and two leftovers. */
const REMOVED_AT_LEAST = 8

/** The result of a sweep. `waiting`: unreferenced files that a later sweep will remove. */
export type Swept = { removed: number; waiting: number; foreign: boolean }

/**
 * Removes stored files that have been unreferenced for UNREFERENCED_MEDIA_KEPT_MS, and leftovers of crashes. Removes nothing if
 * the files belong to another installation, and never more than a share at once.
 */
export async function sweepMedia(context: Context): Promise<Swept> {
  const { database, log } = context
  if ((await readOwnership(context)) !== 'own') {
    log.error({}, 'the stored files belong to another installation, so none is removed. Run "placard doctor"')
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
    log.warn({ removed, waiting, of: count }, 'many stored files are unused: some are removed now, the rest later')
  }
  return { removed, waiting, foreign: false }
}

/** The files without a row, and the number of all files. */
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

/** The row is removed before its files: a row without its file would leave a gap on a screen. */
async function removeRow(context: Context, id: MediaId, before: number): Promise<string[]> {
  try {
    return await store.removeUnreferenced(context.database.queries, id, before)
  } catch (error) {
    // Something refers to the file since a moment ago. The next sweep checks it again.
    context.log.warn({ err: error, id }, 'an unused file could not be removed')
    return []
  }
}

/** Failures only waste space; the next sweep tries again. */
export async function removeFiles(context: Context, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await context.files.remove(name).catch((error) => {
      context.log.warn({ err: error, name }, 'a file that is no longer used could not be removed')
    })
  }
}
