/** A file that left the programme may be back tomorrow: an item that is hidden for the night is not fetched every morning. */
export const GRACE_MS = 24 * 60 * 60_000

/** By url, since when nobody has needed it: milliseconds since 1970. */
export type Unneeded = ReadonlyMap<string, number>

export type Pruning = { remove: string[]; unneeded: Unneeded }

/**
 * [OF6] What goes, of what is kept.
 *
 * @param kept urls of all files on the device
 * @param needed urls that a manifest names, or that are on the glass
 * @param hasRoom false: somebody could not be stored for want of room, so there is no grace
 * @param isOrder false: the manifest names no file at all, which empties the screen and is no order to throw away
 * @param now milliseconds since 1970
 */
export function prune(
  kept: string[],
  needed: ReadonlySet<string>,
  unneededBefore: Unneeded,
  { hasRoom, isOrder, now }: { hasRoom: boolean; isOrder: boolean; now: number },
): Pruning {
  const unneeded = new Map<string, number>()
  const remove: string[] = []
  for (const url of kept) {
    if (needed.has(url)) continue
    // A clock that was put back must not make it wait for years.
    const since = Math.min(unneededBefore.get(url) ?? now, now)
    if (isOrder && (!hasRoom || now - since >= GRACE_MS)) remove.push(url)
    else unneeded.set(url, since)
  }
  return { remove, unneeded }
}
