import { settled } from '../page/read/settled.ts'
import { withTimeout } from '../page/read/with-timeout.ts'

/** `records`: small documents by name. `media`: whole files where there is no Cache API. `parts`: downloads under way. */
export type StoreName = 'records' | 'media' | 'parts'

/**
 * Values that are stored on the device, by name. A write resolves when the data is on the disk, as far as the browser
 * can tell.
 */
export type Database = {
  /**
   * @returns undefined when nothing is stored under that name. Callers must validate the value, because anybody may
   *   have edited it ([B95]).
   */
  get(store: StoreName, key: string): Promise<unknown>
  /** Rejects without changing anything, for example with QuotaExceededError. */
  put(store: StoreName, key: string, value: unknown): Promise<void>
  remove(store: StoreName, key: string): Promise<void>
  keys(store: StoreName): Promise<string[]>
  /** True: stored on the disk. False: in memory only, and lost when the page ends. */
  lasts(): Promise<boolean>
  close(): void
}

const NAME = 'placard'
/** Every build creates the stores that it needs and leaves the stores of other builds alone. */
const STORES: StoreName[] = ['records', 'media', 'parts']
/** A damaged database may never answer. A good one may be slow on a device that has just been switched on. */
const OPEN_WITHIN_MS = 5_000
const ACT_WITHIN_MS = 10_000
/** Another page on this device may have added its stores between two attempts. */
const OPENINGS = 3

/**
 * Opens the database on first use. If the browser reports that it is damaged, it is deleted and created again, once. If
 * it cannot be opened at all, everything is kept in memory ([F16]). A handle that the browser closed is replaced.
 *
 * Any build can open what an older or newer build has left: it requests no version, and adds the stores that are
 * missing. A screen that goes back to the build before keeps all its data (docs/rules/offline.md, OF17).
 */
export function openDatabase(factory: IDBFactory | undefined): Database {
  const memory = new Map<string, unknown>()
  let opened: Promise<IDBDatabase | undefined> | undefined
  let remade = false

  function handle(): Promise<IDBDatabase | undefined> {
    opened ??= openOrRemake()
    return opened
  }

  async function openOrRemake(): Promise<IDBDatabase | undefined> {
    if (!factory) return undefined
    try {
      return await open(factory)
    } catch (error) {
      if (remade || !isDamage(error)) return undefined
      remade = true
      try {
        await settled(factory.deleteDatabase(NAME), OPEN_WITHIN_MS)
        return await open(factory)
      } catch {
        return undefined
      }
    }
  }

  async function open(factory: IDBFactory): Promise<IDBDatabase> {
    let version: number | undefined
    for (let opening = 1; ; opening += 1) {
      const database = await openAt(factory, version).catch((error: unknown) => {
        if (version === undefined || !isName(error, 'VersionError')) throw error
        return undefined
      })
      if (database && missingIn(database).length === 0) return database
      if (opening === OPENINGS) throw new Error('Database without stores')
      version = database && database.version + 1
      database?.close()
    }
  }

  function openAt(factory: IDBFactory, version: number | undefined): Promise<IDBDatabase> {
    const request = factory.open(NAME, version)
    request.onupgradeneeded = () => {
      for (const store of missingIn(request.result)) request.result.createObjectStore(store)
    }
    return settled(request, OPEN_WITHIN_MS).then((database) => {
      const forget = () => {
        opened = undefined
      }
      database.onclose = forget
      database.onversionchange = () => {
        database.close()
        forget()
      }
      return database
    })
  }

  async function act(
    store: StoreName,
    mode: IDBTransactionMode,
    ask: (objects: IDBObjectStore) => IDBRequest,
    inMemory: () => unknown,
  ): Promise<unknown> {
    const database = await handle()
    if (!database) return inMemory()
    try {
      return await transact(database, store, mode, ask)
    } catch (error) {
      // The handle was closed without notice, so a new one may work. An error of the disk itself would only happen
      // again.
      if (!isName(error, 'InvalidStateError')) throw error
      opened = undefined
      const fresh = await handle()
      return fresh ? transact(fresh, store, mode, ask) : inMemory()
    }
  }

  const nameOf = (store: StoreName, key: string) => `${store} ${key}`
  return {
    get: (store, key) =>
      act(
        store,
        'readonly',
        (objects) => objects.get(key),
        () => memory.get(nameOf(store, key)),
      ),
    put: (store, key, value) =>
      act(
        store,
        'readwrite',
        (objects) => objects.put(value, key),
        () => memory.set(nameOf(store, key), value),
      ).then(() => {}),
    remove: (store, key) =>
      act(
        store,
        'readwrite',
        (objects) => objects.delete(key),
        () => memory.delete(nameOf(store, key)),
      ).then(() => {}),
    keys: (store) =>
      act(
        store,
        'readonly',
        (objects) => objects.getAllKeys(),
        () =>
          Array.from(memory.keys())
            .filter((name) => name.startsWith(`${store} `))
            .map((name) => name.slice(store.length + 1)),
      ).then((keys) => (Array.isArray(keys) ? keys.map(String) : [])),
    lasts: async () => (await handle()) !== undefined,
    close() {
      void opened?.then((database) => database?.close())
      opened = undefined
    },
  }
}

function missingIn(database: IDBDatabase): StoreName[] {
  return STORES.filter((store) => !database.objectStoreNames.contains(store))
}

/**
 * The browser reports a backing store that it cannot read. A version conflict, a lack of space or a slow disk is no
 * reason to delete the data that a screen plays from.
 */
function isDamage(error: unknown): boolean {
  return isName(error, 'UnknownError')
}

function isName(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name
}

function transact(
  database: IDBDatabase,
  store: StoreName,
  mode: IDBTransactionMode,
  ask: (objects: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  return withTimeout(
    ACT_WITHIN_MS,
    () =>
      new Promise<unknown>((resolve, reject) => {
        // Relaxed is the default of new engines. With it, a power cut could undo a write that was reported as stored.
        const transaction = database.transaction(store, mode, { durability: 'strict' })
        const request = ask(transaction.objectStore(store))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error ?? request.error ?? new Error('Transaction aborted'))
      }),
  )
}
