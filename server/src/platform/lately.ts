/** @returns true when `ask` returns true now, or did so recently */
export type Lately = (name: string, ask: () => Promise<boolean>) => Promise<boolean>

/**
 * Remembers for a while, by name, that something was true. It is for a question that is asked often and whose answer may be out of date
 * without harm. A negative answer is not remembered.
 *
 * @param limits.ms how long an answer is remembered
 * @param limits.most the most names at once. The one that was asked first is forgotten first
 * @param now milliseconds since 1970. A clock that is set back does not make answers last longer
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
