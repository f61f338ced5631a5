/** The token that the address of a link carries behind its #. */
export function tokenIn(hash: string): string | undefined {
  return /^#([A-Za-z0-9_-]{43})$/.exec(hash)?.[1]
}

/** The token of the link that was opened. */
export function createTokenKeeper(page: Window) {
  return createLinkKeeper(page, tokenIn)
}

/**
 * Takes the token of the opened link out of the address bar, where a shoulder, a screenshot or the history would
 * find it. Another link opened in the same tab replaces it.
 *
 * @param read what a fragment carries; undefined: nothing that is to be kept
 */
export function createLinkKeeper<Carried>(page: Window, read: (hash: string) => Carried | undefined) {
  let carried: Carried | undefined
  const take = () => {
    const found = read(page.location.hash)
    if (found === undefined) return carried
    carried = found
    page.history.replaceState(page.history.state, '', page.location.pathname + page.location.search)
    return carried
  }
  return {
    take,
    onChange(listener: () => void): () => void {
      const changed = () => {
        const before = carried
        if (take() !== before) listener()
      }
      page.addEventListener('hashchange', changed)
      return () => page.removeEventListener('hashchange', changed)
    },
  }
}
