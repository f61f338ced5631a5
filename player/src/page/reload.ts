const KEY = 'placard-reloads'
const MOST = 3
const WITHIN_MS = 10 * 60_000
const ANSWER_WITHIN_MS = 5_000
/** Is in every page of the player, and in no captive portal's. */
const MARK = 'name="placard-build"'

/**
 * Q8: automatic reloads are limited. The count is stored where a reload does not lose it.
 *
 * @param before times of the reloads so far, in milliseconds since 1970
 * @returns the list to store if one more reload is allowed; otherwise undefined
 */
export function countReload(before: number[], now: number): number[] | undefined {
  // A time in the future was stored before the clock was set back.
  const recent = before.filter((at) => now - at < WITHIN_MS).map((at) => Math.min(at, now))
  return recent.length < MOST ? [...recent, now] : undefined
}

/**
 * Reloads the page if the page is certain to load again: from the device, or from a server that has just answered. A
 * browser's error page would never play again.
 *
 * @returns false when a reload is not allowed or not safe
 */
export async function reload(): Promise<boolean> {
  const counted = countReload(readCount(), Date.now())
  if (!counted || !(await isSureToComeBack())) return false
  try {
    localStorage.setItem(KEY, JSON.stringify(counted))
  } catch {
    // Without a stored count, the page could reload for ever.
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
