import type { TakeOverId } from '../platform/id.ts'
import type { ManifestItem } from './manifest-entry.ts'
import { type Place, readPlace } from './read-layout.ts'

// Without Zod, because the player reads take-overs too.

/** A running or prepared take-over, as players receive it. */
export type ManifestTakeOver = {
  id: TakeOverId
  /** The content, followed by the replacement for when it cannot be shown. Empty: the take-over is a line. */
  items: ManifestItem[]
  /** The only text in the ticker during the take-over. */
  line?: string | undefined
  /** Milliseconds since 1970, by the server's clock. `endsAt` is exclusive. Both absent: it is only prepared. */
  startsAt?: number | undefined
  endsAt?: number | undefined
  /** True: the screen marks it as a drill. */
  drill?: true | undefined
}

/** A running insert, as players receive it: a take-over of a part of the media area. */
export type ManifestInsert = ManifestTakeOver & Place

const ID = /^[a-z0-9][a-z0-9_-]{0,63}$/

/**
 * Reads the take-overs of a manifest. Unreadable take-overs are left out, and so are unreadable items in them.
 *
 * @returns undefined if there are none
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

/**
 * Reads the inserts of a manifest. Unreadable inserts, and those without a place or an item, are left out.
 *
 * @returns undefined if there are none
 */
export function readInserts(
  value: unknown,
  readItem: (value: unknown) => ManifestItem | undefined,
): ManifestInsert[] | undefined {
  const read: ManifestInsert[] = []
  for (const one of Array.isArray(value) ? value : []) {
    const [over] = readTakeOvers([one], readItem) || []
    const place = readPlace(one)
    if (over && place && over.endsAt && over.items.length > 0) read.push({ ...over, ...place })
  }
  return read.length > 0 ? read : undefined
}
