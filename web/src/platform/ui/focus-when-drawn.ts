type Thing = 'item' | 'line'

/**
 * Focuses an entry that was added or restored, as soon as it is rendered.
 *
 * @param inside a selector for the element to focus; omitted: an item’s title, a line’s checkbox or text
 */
export function focusWhenDrawn(
  thing: Thing,
  id: string,
  inside = thing === 'item' ? 'h3' : ':is(input[type=checkbox], button)',
): void {
  whenDrawn(id, `${selectorOf(thing, id)} ${inside}`, (element) => {
    element.focus()
    element.scrollIntoView({ block: 'nearest' })
  })
}

/** Scrolls to a new entry as soon as it is rendered, and highlights it for a moment. The focus does not move. */
export function showWhenDrawn(thing: Thing, id: string): void {
  whenDrawn(id, selectorOf(thing, id), (element) => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' })
    element.animate([{ boxShadow: '0 0 0 4px var(--accent)' }, { boxShadow: '0 0 0 4px var(--accent)' }, {}], MARKED_MS)
  })
}

const MARKED_MS = 2_500
const DRAWN_WITHIN_MS = 5_000

const selectorOf = (thing: Thing, id: string) => `[data-${thing}="${CSS.escape(id)}"]`

function whenDrawn(id: string, selector: string, act: (element: HTMLElement) => void): void {
  const look = () => {
    // In a long list, an entry far from the window is only rendered when it comes near.
    const stub = document.querySelector(`[data-stub="${CSS.escape(id)}"]`)
    const element = stub ? null : document.querySelector<HTMLElement>(selector)
    // A folded part can neither be seen nor focused.
    ;(stub ?? element)?.closest('details')?.setAttribute('open', '')
    stub?.scrollIntoView({ block: 'center' })
    if (element) act(element)
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
