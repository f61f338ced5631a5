/** @returns true when `ask` says so, or has said so a short while ago */
export type Lately = (name: string, ask: () => Promise<boolean>) => Promise<boolean>

/**
 * Remembers for a while that something was so, by a name: for a question that comes again and again, and whose answer may be out
 * of date without harm. It asks anew each time about something that is not so.
 *
 * @param limits.ms for how long it is believed
 * @param limits.most names at once; the one that was asked for first is forgotten first
 * @param now milliseconds since 1970. A clock that is put back makes nothing believed for longer
 */
export function createLately({ ms, most }: { ms: number; most: number }, now: () => number): Lately {
  const askedAt = new Map<string, number>()

  return async (name, ask) => {
    const at = now()
    const before = askedAt.get(name)
    if (before !== undefined && Math.abs(at - before) < ms) return true
    askedAt.delete(name)
    if (!(await ask())) return false
    askedAt.set(name, at)
    const [first] = askedAt.keys()
    if (askedAt.size > most && first !== undefined) askedAt.delete(first)
    return true
  }
}
