import { type MediaId, UNREFERENCED_MEDIA_KEPT_MS } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import * as store from './store.ts'

/** A file without a row that is older was left by a process that died; a younger one may be about to get its row. */
const WITHOUT_ROW_MS = 24 * 60 * 60_000
const AT_ONCE = 200

/** Removes the stored files that nothing has named for UNREFERENCED_MEDIA_KEPT_MS, and what a crash left behind. */
export async function sweepMedia(context: Context): Promise<void> {
  const { database } = context
  const now = context.now()
  await database.transaction((queries) => store.markUnreferenced(queries, now))
  const before = now - UNREFERENCED_MEDIA_KEPT_MS
  for (const id of await store.listUnreferencedBefore(database.queries, before)) {
    await removeFiles(context, await removeRow(context, id, before))
  }
  let names: string[] = []
  const removeUnknown = async () => {
    await removeFiles(context, await store.keepUnknownNames(database.queries, names))
    names = []
  }
  for await (const name of context.files.listOlderThan(now - WITHOUT_ROW_MS)) {
    names.push(name)
    if (names.length === AT_ONCE) await removeUnknown()
  }
  await removeUnknown()
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

/** What cannot be removed is lost space, and tried again by the next sweep. */
export async function removeFiles(context: Context, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await context.files.remove(name).catch((error) => {
      context.log.warn({ err: error, name }, 'a file that nothing names any more could not be removed')
    })
  }
}
