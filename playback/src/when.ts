import type { ManifestCondition, Schedule } from '@placard/contract'
import type { Window } from './windows.ts'

/** The two parts that decide when an entry is on: its schedule, and the answer to its condition. Without both it is always on. */
export type When = Schedule & { condition?: ManifestCondition | undefined }

/** Tells whether a condition is met at an instant: milliseconds since 1970. */
export function isMetAt(condition: ManifestCondition, now: number): boolean {
  return metWindowsOf(condition).some(({ begin, end }) => now >= begin && now < end)
}

/** The windows in which a condition is met, in order and with a gap after each. The first may have no beginning, and the last no end. */
export function metWindowsOf({ on, until, otherwise = on, later = [] }: ManifestCondition): Window[] {
  // Both sides of the first change may be the same.
  const changes = until === undefined ? [] : on === otherwise ? later : [until, ...later]
  const ends = [...(on ? [Number.NEGATIVE_INFINITY] : []), ...changes, Number.POSITIVE_INFINITY]
  const windows: Window[] = []
  for (let at = 0; at + 1 < ends.length; at += 2)
    windows.push({ begin: ends[at] as number, end: ends[at + 1] as number })
  return windows
}

/** The first instant after `now` at which the answer changes. Infinity: never, as things stand. */
export function answerChangesAt({ until, later = [] }: ManifestCondition, now: number): number {
  return [until, ...later].find((at) => at !== undefined && at > now) ?? Number.POSITIVE_INFINITY
}

/** @returns undefined: always on */
export function whenOf({
  schedule,
  condition,
}: {
  schedule?: Schedule | null | undefined
  condition?: ManifestCondition | undefined
}): When | undefined {
  return condition ? { ...schedule, condition } : (schedule ?? undefined)
}
