import { settled } from '../../page/read/settled.ts'
import { withTimeout } from '../../page/read/with-timeout.ts'

/** A change of everything that the queue stores. It is applied completely or not at all. */
export type Change = {
  add?: unknown[]
  put?: [key: number, value: unknown][]
  remove?: number[]
  /** A word is a named value. Undefined deletes it. */
  words?: [name: string, value: unknown][]
  /** Applies the change only if this word exists. */
  ifWord?: string
}

/** Numbered values in the order in which they were added, and a few named values (words). */
export type Box = {
  write(change: Change): Promise<void>
  /** The first values after a number. */
  read(after: number, most: number): Promise<[key: number, value: unknown][]>
  words(): Promise<[name: string, value: unknown][]>
  /** The number of values after a number. */
  count(after: number): Promise<number>
  close(): void
}

const ENTRIES = 'entries'
const WORDS = 'words'
const OPEN_WITHIN_MS = 5_000
const ACT_WITHIN_MS = 10_000

/**
 * Opens the store. A store that cannot be read is deleted and created again, once.
 * @throws when the browser stores nothing
 */
export async function openBox(factory: IDBFactory, name: string): Promise<Box> {
  const database = await open(factory, name).catch(async (error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'UnknownError') throw error
    await settled(factory.deleteDatabase(name), OPEN_WITHIN_MS)
    return open(factory, name)
  })
  // A newer build may want to upgrade the database.
  database.onversionchange = () => database.close()

  function transact<T>(mode: IDBTransactionMode, ask: (transaction: IDBTransaction) => () => T): Promise<T> {
    return withTimeout(
      ACT_WITHIN_MS,
      () =>
        new Promise<T>((resolve, reject) => {
          // Relaxed: the data survives a killed browser, and ten thousand writes a day do not wait for the disk.
          const transaction = database.transaction([ENTRIES, WORDS], mode, { durability: 'relaxed' })
          const answer = ask(transaction)
          transaction.oncomplete = () => resolve(answer())
          transaction.onabort = () => reject(transaction.error ?? new Error('Transaction aborted'))
        }),
    )
  }

  return {
    write: ({ add = [], put = [], remove = [], words = [], ifWord }) =>
      transact('readwrite', (transaction) => {
        const entries = transaction.objectStore(ENTRIES)
        const named = transaction.objectStore(WORDS)
        const act = () => {
          for (const key of remove) entries.delete(key)
          for (const [key, value] of put) entries.put(value, key)
          for (const value of add) entries.add(value)
          for (const [word, value] of words) {
            if (value === undefined) named.delete(word)
            else named.put(value, word)
          }
        }
        if (ifWord === undefined) act()
        else {
          const asked = named.get(ifWord)
          asked.onsuccess = () => {
            if (asked.result !== undefined) act()
          }
        }
        return () => {}
      }),
    read: (after, most) =>
      transact('readonly', (transaction) => {
        const entries = transaction.objectStore(ENTRIES)
        const range = IDBKeyRange.lowerBound(after, true)
        const keys = entries.getAllKeys(range, most)
        const values = entries.getAll(range, most)
        return () => keys.result.map((key, index) => [Number(key), values.result[index]])
      }),
    words: () =>
      transact('readonly', (transaction) => {
        const named = transaction.objectStore(WORDS)
        const keys = named.getAllKeys()
        const values = named.getAll()
        return () => keys.result.map((key, index) => [String(key), values.result[index]])
      }),
    count: (after) =>
      transact('readonly', (transaction) => {
        const asked = transaction.objectStore(ENTRIES).count(IDBKeyRange.lowerBound(after, true))
        return () => asked.result
      }),
    close: () => database.close(),
  }
}

/** The same in memory, for as long as the page lasts. */
export function openMemoryBox(): Box {
  const entries = new Map<number, unknown>()
  const words = new Map<string, unknown>()
  let last = 0
  return {
    async write({ add = [], put = [], remove = [], words: named = [], ifWord }) {
      if (ifWord !== undefined && !words.has(ifWord)) return
      for (const key of remove) entries.delete(key)
      for (const [key, value] of put) entries.set(key, value)
      for (const value of add) {
        last += 1
        entries.set(last, value)
      }
      for (const [word, value] of named) {
        if (value === undefined) words.delete(word)
        else words.set(word, value)
      }
    },
    read: async (after, most) =>
      Array.from(entries.entries())
        .filter(([key]) => key > after)
        .sort(([one], [other]) => one - other)
        .slice(0, most),
    words: async () => Array.from(words.entries()),
    count: async (after) => Array.from(entries.keys()).filter((key) => key > after).length,
    close() {},
  }
}

function open(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(ENTRIES, { autoIncrement: true })
    request.result.createObjectStore(WORDS)
  }
  return settled(request, OPEN_WITHIN_MS)
}
