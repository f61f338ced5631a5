import type { Manifest, ScreenAnswer } from '@placard/contract'
import { openDatabase } from '../cache/database.ts'
import { filesOf } from '../cache/media-file.ts'
import { openMediaStore } from '../cache/media-store.ts'
import { sha256Of } from '../cache/sha256.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import { reload } from '../page/reload.ts'
import type { Told } from './read-place.ts'

const REACH_WITHIN_MS = 8_000
const FETCH_WITHIN_MS = 10 * 60_000

/** Functions that act on what is playing; undefined when nothing plays. */
export type Hands = { manifest(): Manifest | undefined; restart(): boolean }

/** The functions of the page that a command needs. */
export type CommandSurroundings = {
  hands(): Hands | undefined
  identify(): void
  /** Stores the answer, and sends it if possible: the page may end right after. */
  answer(answer: ScreenAnswer): Promise<void>
  reload(): Promise<boolean>
  leaveFor(address: string): void
}

export const inBrowser = { reload, leaveFor: (address: string) => location.replace(address) }

/** [SR1] Carries out a command. The screen keeps its content until the new content is certain to come. */
export async function carryOut({ kind, address }: Told, world: CommandSurroundings): Promise<void> {
  switch (kind) {
    case 'identify':
      world.identify()
      return world.answer('done')
    case 'restart':
      return world.answer(world.hands()?.restart() ? 'done' : 'nothing-plays')
    case 'refetch': {
      const manifest = world.hands()?.manifest()
      return world.answer(manifest ? await refetch(manifest) : 'nothing-plays')
    }
    case 'reload':
      // After the reload this page could not answer.
      await world.answer('done')
      if (!(await world.reload())) await world.answer('failed')
      return
    case 'go-elsewhere':
      if (!address || !(await isReachable(address))) return world.answer('unreachable')
      await world.answer('done')
      return world.leaveFor(address)
    case 'unknown':
      return world.answer('unknown-command')
  }
}

/** A browser's error page never plays again, so a screen is not sent to an address that does not answer. */
export function isReachable(address: string): Promise<boolean> {
  return withTimeout(REACH_WITHIN_MS, () =>
    fetch(address, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' }),
  ).then(
    () => true,
    () => false,
  )
}

/**
 * Fetches each file without any cache. A file replaces the stored one when it is complete. Files that are not needed
 * are deleted.
 */
async function refetch(manifest: Manifest): Promise<ScreenAnswer> {
  const database = openDatabase(indexedDB)
  const store = openMediaStore(typeof caches === 'undefined' ? undefined : caches, database)
  try {
    const files = filesOf(manifest)
    const needed = files.map(({ url }) => url)
    for (const url of await store.urls()) if (needed.indexOf(url) === -1) await store.remove(url)
    for (const file of files) {
      const blob = await withTimeout(FETCH_WITHIN_MS, async () => {
        const init: RequestInit = {
          mode: 'same-origin',
          credentials: 'same-origin',
          cache: 'reload',
          redirect: 'error',
        }
        const response = await fetch(file.url, init)
        return response.status === 200 ? response.blob() : undefined
      }).catch(() => undefined)
      if (!blob) return 'unreachable'
      if ((await sha256Of(blob)) !== file.sha256) return 'failed'
      await store.put(file, blob)
    }
    return 'done'
  } catch {
    return 'failed'
  } finally {
    database.close()
  }
}
