import type { Database } from '../cache/database.ts'
import type { Library } from '../cache/library.ts'
import { CLOCK_RECORD, COPY_RECORD } from '../cache/record-names.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import type { WorkerLink } from '../sw/worker-link.ts'

export type Kept = {
  database: Pick<Database, 'keys'>
  library: Pick<Library, 'look'>
  link: Pick<WorkerLink, 'register' | 'remind'>
  saveClock(): Promise<void>
  /** At the last look; undefined: there was none. */
  hadCopy?: boolean
}

/** Of the browser. Over plain http there is neither; in a frame without an origin the mere asking throws. */
export type Stores = {
  worker(): Pick<ServiceWorkerContainer, 'getRegistration'> | undefined
  caches(): Pick<CacheStorage, 'match'> | undefined
}

const BROWSER: Stores = { worker: () => navigator.serviceWorker, caches: () => window.caches }

/** A browser that is clearing them may never answer, and looks would pile up. */
const ANSWER_WITHIN_MS = 10_000
/** The name of the page in the cache of its build, where it comes last: what has it is whole. */
const PAGE = '/display/'

/**
 * [R3] Looks whether everything that this screen starts from is still on the device, and puts back what is not. A browser that needs
 * room, or a person who clears its data, takes all of it or a part while the screen plays, and the page is not told. What plays can
 * still be fetched; after the next start it would be too late.
 *
 * Each part by itself: one that cannot be read is no reason not to look at the others.
 */
export async function keep(kept: Kept, stores = BROWSER): Promise<void> {
  const looks = [kept.library.look(), keepClock(kept), keepWorker(kept, stores)]
  await Promise.all(looks.map((look) => look.catch(() => {})))
}

async function keepClock({ database, saveClock }: Kept): Promise<void> {
  if (!(await database.keys('records')).includes(CLOCK_RECORD)) await saveClock()
}

async function keepWorker(kept: Kept, stores: Stores): Promise<void> {
  const { database, link, hadCopy = true } = kept
  const answer = <T>(ask: () => Promise<T> | undefined) =>
    withTimeout(ANSWER_WITHIN_MS, async () => ask()).catch(() => undefined)
  if (!(await answer(() => stores.worker()?.getRegistration()))) await link.register()
  const hasBuild = (await answer(() => stores.caches()?.match(PAGE))) !== undefined
  const hasCopy = (await database.keys('records')).includes(COPY_RECORD)
  // A device that has no room for the second copy is not asked for it again and again.
  if (!hasBuild || (hadCopy && !hasCopy)) link.remind()
  kept.hadCopy = hasCopy
}
