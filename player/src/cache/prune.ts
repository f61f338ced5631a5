/**
 * Files that left the programme are kept for this long, because they may be needed again. An item that is hidden at
 * night is not fetched every morning.
 */
export const GRACE_MS = 24 * 60 * 60_000

/** For each url, the time since which the file has not been needed, in milliseconds since 1970. */
export type Unneeded = ReadonlyMap<string, number>

export type Pruning = { remove: string[]; unneeded: Unneeded }

/**
 * [OF6] Selects the stored files that are deleted.
 *
 * @param kept urls of all files on the device
 * @param needed urls that a manifest contains, or that are on the screen
 * @param hasRoom false: a file could not be stored because of lack of space, so files are not kept any longer than
 *   needed
 * @param isOrder false: the manifest contains no file at all. That empties the screen, but does not delete files.
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
    // If the clock was set back, the file must not be kept for years.
    const since = Math.min(unneededBefore.get(url) ?? now, now)
    if (isOrder && (!hasRoom || now - since >= GRACE_MS)) remove.push(url)
    else unneeded.set(url, since)
  }
  return { remove, unneeded }
}
