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
  /** True when the second copy was there at the last check; undefined before the first. */
  hadCopy?: boolean
}

/** The browser's stores. Over plain http there is neither. In a frame without an origin the property access throws. */
export type Stores = {
  worker(): Pick<ServiceWorkerContainer, 'getRegistration'> | undefined
  caches(): Pick<CacheStorage, 'match'> | undefined
}

const BROWSER: Stores = { worker: () => navigator.serviceWorker, caches: () => window.caches }

/** A browser that is clearing its stores may never answer, and checks would pile up. */
const ANSWER_WITHIN_MS = 10_000
/** The name of the page in the cache of its build. It is stored last, so a cache that has it is complete. */
const PAGE = '/display/'

/**
 * [R3] Checks that everything this screen starts from is still on the device, and restores what is missing. A browser
 * that needs space, or a person who clears its data, may delete all or part of it while the screen plays, and the page
 * is not told. At that time the data can still be fetched; after the next start it would be too late.
 *
 * Each part is checked separately: an unreadable one does not stop the checks of the others.
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
  // A device that has no space for the second copy is not asked to store it again and again.
  if (!hasBuild || (hadCopy && !hasCopy)) link.remind()
  kept.hadCopy = hasCopy
}
