import type { TakeOverId } from '../platform/id.ts'
import type { ManifestItem } from './manifest-entry.ts'

// Without Zod, since the player reads take-overs too.

/** Something that is shown before everything else, or lies ready for it, as the player gets it. */
export type ManifestTakeOver = {
  id: TakeOverId
  /** The content that is shown, and behind it the one that stands in where that cannot be. None: it is a line. */
  items: ManifestItem[]
  /** All that the ticker says meanwhile. */
  line?: string | undefined
  /** Milliseconds since 1970, the server's clock; `endsAt` is just behind it. Both absent: it only lies ready. */
  startsAt?: number | undefined
  endsAt?: number | undefined
  /** It is marked as a drill on the glass. */
  drill?: true | undefined
}

const ID = /^[a-z0-9][a-z0-9_-]{0,63}$/

/**
 * Reads the take-overs of a manifest. One that cannot be read is left out, and so is an item in one.
 *
 * @returns undefined where there is none
 */
export function readTakeOvers(
  value: unknown,
  readItem: (value: unknown) => ManifestItem | undefined,
): ManifestTakeOver[] | undefined {
  if (!Array.isArray(value)) return undefined
  const read: ManifestTakeOver[] = []
  for (const one of value) {
    if (typeof one !== 'object' || one === null) continue
    const { id, items, line, startsAt, endsAt, drill } = one as Record<string, unknown>
    if (typeof id !== 'string' || !ID.test(id)) continue
    const runs = Number.isSafeInteger(startsAt) && Number.isSafeInteger(endsAt)
    if (!runs && (startsAt !== undefined || endsAt !== undefined)) continue
    const shown: ManifestItem[] = []
    for (const item of Array.isArray(items) ? items : []) {
      const entry = readItem(item)
      if (entry) shown.push(entry)
    }
    const text = typeof line === 'string' ? line : undefined
    if (shown.length === 0 && text === undefined) continue
    read.push({
      id: id as TakeOverId,
      items: shown,
      line: text,
      startsAt: startsAt as number | undefined,
      endsAt: endsAt as number | undefined,
      drill: drill === true || undefined,
    })
  }
  return read.length > 0 ? read : undefined
}
