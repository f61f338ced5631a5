/** The token in the fragment of a link. */
export function tokenIn(hash: string): string | undefined {
  return /^#([A-Za-z0-9_-]{43})$/.exec(hash)?.[1]
}

/** Keeps the token of the opened link. */
export function createTokenKeeper(page: Window) {
  return createLinkKeeper(page, tokenIn)
}

/**
 * Removes the token of the opened link from the address bar, so that it is not visible to others, in screenshots or in the
 * history. Another link opened in the same tab replaces it.
 *
 * @param read returns the content of a fragment; undefined: nothing to keep
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
