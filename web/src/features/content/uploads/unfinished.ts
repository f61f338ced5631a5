const KEY = 'placard-unfinished-uploads'

/** True: there may be uploads to go on with. Known at once, and without the code that goes on with them. */
export function hasUnfinished(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function markUnfinished(some: boolean): void {
  try {
    if (some) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage nothing outlives the page anyway.
  }
}
