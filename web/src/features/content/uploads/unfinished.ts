const KEY = 'placard-unfinished-uploads'

/** True if there may be uploads to continue. Answers at once, without loading the code that continues them. */
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
    // Without storage nothing survives the page anyway.
  }
}
