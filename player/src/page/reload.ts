const KEY = 'placard-reloads'
const MOST = 3
const WITHIN_MS = 10 * 60_000
const ANSWER_WITHIN_MS = 5_000
/** Stands in every page of the player, and in no captive portal's. */
const MARK = 'name="placard-build"'

/**
 * Q8: healing by reload has a cap, counted where a reload does not lose it.
 *
 * @param before when the page was reloaded: milliseconds since 1970
 * @returns the list to keep if it may be reloaded once more; undefined if not
 */
export function countReload(before: number[], now: number): number[] | undefined {
  // One from the future is from before the clock was put back.
  const recent = before.filter((at) => now - at < WITHIN_MS).map((at) => Math.min(at, now))
  return recent.length < MOST ? [...recent, now] : undefined
}

/**
 * Reloads the page if it is sure to come back: from the device, or from a server that has just proved that it is there.
 * A browser's error page never plays again.
 *
 * @returns false when it may not or had better not
 */
export async function reload(): Promise<boolean> {
  const counted = countReload(readCount(), Date.now())
  if (!counted || !(await isSureToComeBack())) return false
  try {
    localStorage.setItem(KEY, JSON.stringify(counted))
  } catch {
    // Without a count, reloads could go round for ever.
    return false
  }
  location.reload()
  return true
}

async function isSureToComeBack(): Promise<boolean> {
  if (navigator.serviceWorker?.controller) return true
  const answer = fetch(location.href, { cache: 'no-store', credentials: 'omit', redirect: 'error' })
    .then((response) => (response.ok ? response.text() : ''))
    .then((text) => text.includes(MARK))
    .catch(() => false)
  const silence = new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS, false))
  return Promise.race([answer, silence])
}

function readCount(): number[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter((at): at is number => typeof at === 'number') : []
  } catch {
    return []
  }
}
