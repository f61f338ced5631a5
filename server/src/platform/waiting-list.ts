import { AppError } from './errors.ts'
import { WAITING_LISTS, type WaitingListName } from './shares.ts'

/** Entries by their names, until they are written. */
export type WaitingList<T> = {
  get(name: string): T | undefined
  /**
   * Puts an entry in place of the one of the same name, or behind the others. When the list is full, the newest entry of the
   * asker with most entries gives way.
   *
   * @param of the asker: an organisation, or the network of a stranger (/16 or /48)
   * @throws AppError unavailable, when everybody else has as few entries as this asker
   */
  put(name: string, entry: T, of: string): void
  size(): number
  /** @returns all entries, the oldest first; the list is empty then */
  takeAll(): T[]
}

/** @param most differs from the table's in tests */
export function createWaitingList<T>(list: WaitingListName, most: number = WAITING_LISTS[list].most): WaitingList<T> {
  let entries = new Map<string, T>()
  /** The names of each asker's entries, the newest last. */
  let names = new Map<string, string[]>()

  function makeRoom(of: string): void {
    let fullest: string[] = []
    for (const some of names.values()) if (some.length > fullest.length) fullest = some
    if (fullest.length <= (names.get(of)?.length ?? 0) + 1) {
      throw new AppError('unavailable', { retryAfterSeconds: 20, isCounted: true })
    }
    entries.delete(fullest.pop() ?? '')
  }

  return {
    get: (name) => entries.get(name),
    put(name, entry, of) {
      if (!entries.has(name)) {
        if (entries.size >= most) makeRoom(of)
        const own = names.get(of)
        if (own) own.push(name)
        else names.set(of, [name])
      }
      entries.set(name, entry)
    },
    size: () => entries.size,
    takeAll() {
      const all = [...entries.values()]
      entries = new Map()
      names = new Map()
      return all
    },
  }
}
