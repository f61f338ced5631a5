import type { ManifestItem } from '@placard/contract'

const FIRST_REST_MS = 30_000
const LONGEST_REST_MS = 10 * 60_000

/** Items that failed to show: the number of failures in a row, and the end of the rest in milliseconds of a monotonic clock. */
export type Rests = ReadonlyMap<string, { failures: number; until: number }>

export function failed(rests: Rests, item: ManifestItem, now: number): Rests {
  const failures = (rests.get(contentOf(item))?.failures ?? 0) + 1
  const restMs = Math.min(FIRST_REST_MS * 2 ** (failures - 1), LONGEST_REST_MS)
  return new Map(rests).set(contentOf(item), { failures, until: now + restMs })
}

export function shown(rests: Rests, item: ManifestItem): Rests {
  if (!rests.has(contentOf(item))) return rests
  const left = new Map(rests)
  left.delete(contentOf(item))
  return left
}

/** Removes items that are no longer played, so that the map does not grow over the years. */
export function only(rests: Rests, items: ManifestItem[]): Rests {
  const contents = new Set(items.map(contentOf))
  const left = new Map<string, { failures: number; until: number }>()
  rests.forEach((rest, content) => {
    if (contents.has(content)) left.set(content, rest)
  })
  return left
}

export function isResting(rests: Rests, item: ManifestItem, now: number): boolean {
  const rest = rests.get(contentOf(item))
  return rest !== undefined && now < rest.until
}

/** The end of the next rest; undefined when nothing rests. */
export function nextWaking(rests: Rests, now: number): number | undefined {
  let soonest: number | undefined
  rests.forEach(({ until }) => {
    if (until > now && (soonest === undefined || until < soonest)) soonest = until
  })
  return soonest
}

/**
 * Identifies the content of an item. With another address it counts as new content, even if the old one failed. Changed
 * words do not make it new content, because words never fail.
 */
export function contentOf(item: ManifestItem): string {
  return `${item.id} ${item.type} ${item.url}`
}
