/** The token that the address of a link carries behind its #. */
export function tokenIn(hash: string): string | undefined {
  return /^#([A-Za-z0-9_-]{43})$/.exec(hash)?.[1]
}

/**
 * The token of the link that was opened, taken out of the address bar, where a shoulder, a screenshot or the history would
 * find it. Another link opened in the same tab replaces it.
 */
export function createTokenKeeper(page: Window) {
  let token: string | undefined
  const take = () => {
    const found = tokenIn(page.location.hash)
    if (found === undefined) return token
    token = found
    page.history.replaceState(page.history.state, '', page.location.pathname + page.location.search)
    return token
  }
  return {
    take,
    onChange(listener: () => void): () => void {
      const changed = () => {
        const before = token
        if (take() !== before) listener()
      }
      page.addEventListener('hashchange', changed)
      return () => page.removeEventListener('hashchange', changed)
    },
  }
}
