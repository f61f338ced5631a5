// Without Zod, because the player reads the answers to conditions too.

/**
 * The answer to the condition of an entry, as players receive it. Players do not know the condition. The server answers it again
 * when its data change.
 */
export type ManifestCondition = {
  /** True: the condition is met, so the entry is on whenever its schedule is. */
  on: boolean
  /** The answer counts until just before this instant: milliseconds since 1970. Absent: until the next manifest. */
  until?: number | undefined
  /** The answer from `until` on. Present together with it. */
  otherwise?: boolean | undefined
  /**
   * Further instants after `until`, in order. The answer is the other one from each of them on. Absent: none. Older players ignore
   * the field.
   */
  later?: number[] | undefined
}

/** Reads the answer to a condition. @returns undefined if it is absent or unreadable: the entry is on by its schedule alone */
export function readCondition(value: unknown): ManifestCondition | undefined {
  const { on, until, otherwise, later } = Object(value) as Record<string, unknown>
  if (typeof on !== 'boolean') return undefined
  if (!Number.isSafeInteger(until) || typeof otherwise !== 'boolean') return { on }
  const answer = { on, until: until as number, otherwise }
  if (!Array.isArray(later)) return answer
  const changes = [until, ...later]
  const isInOrder = later.every((at, index) => Number.isSafeInteger(at) && at > (changes[index] as number))
  return isInOrder ? { ...answer, later } : answer
}
