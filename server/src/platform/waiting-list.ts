import { AppError } from './errors.ts'
import { WAITING_LISTS, type WaitingListName } from './shares.ts'

/** Entries by name that wait to be written. */
export type WaitingList<T> = {
  get(name: string): T | undefined
  /**
   * Replaces the entry of the same name, or appends the entry. When the list is full, the newest entry of the asker with the most entries
   * is dropped.
   *
   * @param of the asker: an organisation, or the network of a stranger (/16 or /48)
   * @throws AppError unavailable when no other asker has more entries
   */
  put(name: string, entry: T, of: string): void
  size(): number
  /** @returns all entries, oldest first. The list is then empty */
  takeAll(): T[]
}

/** @param most overrides the limit of the table, for tests */
export function createWaitingList<T>(list: WaitingListName, most: number = WAITING_LISTS[list].most): WaitingList<T> {
  let entries = new Map<string, T>()
  /** The names of each asker's entries, newest last. */
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
