/** Puts the focus on what came, or came back, as soon as it is drawn: an item’s title, a line’s text. */
export function focusWhenDrawn(thing: 'item' | 'line', id: string): void {
  const selector = thing === 'item' ? `[data-item="${CSS.escape(id)}"] h3` : `[data-line="${CSS.escape(id)}"] button`
  const look = () => {
    const element = document.querySelector<HTMLElement>(selector)
    element?.focus()
    element?.scrollIntoView({ block: 'nearest' })
    return element !== null
  }
  if (look()) return
  const observer = new MutationObserver(() => {
    if (look()) end()
  })
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const timer = setTimeout(end, DRAWN_WITHIN_MS)
  observer.observe(document.body, { subtree: true, childList: true })
}

const DRAWN_WITHIN_MS = 3_000
