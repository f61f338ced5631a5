import type { ManifestCondition, Schedule } from '@placard/contract'

/** All that decides when an entry is on: its schedule, and the answer to its condition. Without parts it is always on. */
export type When = Schedule & { condition?: ManifestCondition | undefined }

/** Tells whether a condition is met at an instant: milliseconds since 1970. */
export function isMetAt({ on, until, otherwise }: ManifestCondition, now: number): boolean {
  return until === undefined || now < until ? on : otherwise === true
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
