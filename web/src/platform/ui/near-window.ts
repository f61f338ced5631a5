import { Virtualizer } from '@tanstack/virtual-core'
import type { Drawing } from './drawing.ts'

/** Entries up to this distance above and below the window are rendered. */
const AROUND_PX = 320
/** The number of entries that are removed in one frame. */
const LEFT_AT_ONCE = 2

/** State of a list while it is on the page: the rendered entries, and their last known heights. */
type Known = { drawn: Set<string>; heights: Map<string, number> }
const known = new WeakMap<Drawing, Known>()

/**
 * Renders the entries of a list that are near the window, while the list is on the page. The list is a column or a grid that scrolls by
 * itself or with the page. Entries are rendered one by one, because each takes much of a frame. Each keeps its place, rendered or not, and
 * if one turns out to be higher, the browser keeps the visible content in place.
 *
 * @returns a function that ends it
 */
export function watchWindow(list: HTMLElement, drawing: Drawing): () => void {
  const { drawn, heights } = known.get(drawing) ?? {
    drawn: new Set(drawing.ids.slice(0, drawing.first)),
    heights: new Map(),
  }
  known.set(drawing, { drawn, heights })
  let columns = 1
  let gapPx = 0
  let widthPx = 0
  /** Padding and border of each entry. */
  let aroundPx = 0
  let usualPx = drawing.usualPx
  let isPrinted = false
  let frame = 0
  let wanted = { from: 0, to: drawing.first }
  /** The entry that was last focused or pressed, and its neighbours: Tab leads there, and a finger may be on it. */
  let held: readonly (string | undefined)[] = []
  let tellOffset: (offset: number, isScrolling: boolean) => void = () => {}
  let tellRect: (rect: { width: number; height: number }) => void = () => {}

  const heightOf = (id: string | undefined) => heights.get(id ?? '') ?? usualPx
  const isDrawn = (id: string) => isPrinted || drawn.has(id) || held.includes(id)
  const isWanted = (id: string, index: number) => (index >= wanted.from && index < wanted.to) || held.includes(id)
  drawing.farPx = (id) => (isDrawn(id) ? undefined : Math.max(0, heightOf(id) - aroundPx))

  const options = () => ({
    count: Math.ceil(drawing.ids.length / columns),
    getScrollElement: () => list,
    estimateSize: (row: number) => heightOf(drawing.ids[row * columns]),
    gap: gapPx,
    overscan: Math.ceil(AROUND_PX / usualPx),
    observeElementRect: (_: unknown, tell: typeof tellRect) => {
      tellRect = tell
    },
    observeElementOffset: (_: unknown, tell: typeof tellOffset) => {
      tellOffset = tell
    },
    scrollToFn: () => {},
  })
  const rows = new Virtualizer<HTMLElement, HTMLElement>(options())
  const end = rows._didMount()
  rows._willUpdate()

  /** The first measured entry gives the estimated height of the others. */
  const measure = () => {
    if (list.clientWidth !== widthPx) {
      widthPx = list.clientWidth
      heights.clear()
      aroundPx = list.firstElementChild ? aroundOf(list.firstElementChild) : 0
      const { gridTemplateColumns, rowGap } = getComputedStyle(list)
      columns = gridTemplateColumns === 'none' ? 1 : gridTemplateColumns.split(' ').length
      gapPx = Number.parseFloat(rowGap) || 0
    }
    let isNews = false
    for (const [index, id] of drawing.ids.entries()) {
      if (!isDrawn(id)) continue
      const { offsetHeight } = list.children[index] as HTMLElement
      if (offsetHeight === 0 || heights.get(id) === offsetHeight) continue
      if (heights.size === 0) usualPx = offsetHeight
      heights.set(id, offsetHeight)
      isNews = true
    }
    if (!isNews) return
    rows.setOptions(options())
    rows.measure()
    drawing.changed.announce()
  }

  const look = () => {
    measure()
    const { top, bottom } = list.getBoundingClientRect()
    wanted = { from: 0, to: 0 }
    if (bottom > -AROUND_PX && top < innerHeight + AROUND_PX) {
      tellRect({ width: widthPx, height: Math.min(innerHeight, list.clientHeight) })
      tellOffset(list.scrollTop + Math.max(0, -top), false)
      const near = rows.getVirtualIndexes()
      wanted = { from: (near[0] ?? 0) * columns, to: ((near.at(-1) ?? -1) + 1) * columns }
    }
    frame ||= requestAnimationFrame(step)
  }

  /** Renders one more entry that is near, and removes a few that are not: after a fast scroll there may be many. */
  const step = () => {
    const { ids } = drawing
    const next = ids.find((id, index) => !drawn.has(id) && isWanted(id, index))
    const left = ids.filter((id, index) => drawn.has(id) && !isWanted(id, index)).slice(0, LEFT_AT_ONCE)
    frame = next === undefined && left.length === 0 ? 0 : requestAnimationFrame(step)
    if (next !== undefined) drawn.add(next)
    for (const id of left) drawn.delete(id)
    drawing.changed.announce()
  }

  const hold = ({ target }: { target: unknown }) => {
    const at = Array.from(list.children).findIndex((entry) => entry.contains(target as Node))
    if (at < 0) return
    held = [at - 1, at, at + 1].map((index) => drawing.ids[index])
    drawing.changed.announce()
  }
  const print = ({ type }: Event) => {
    isPrinted = type === 'beforeprint'
    drawing.changed.announce()
  }

  hold({ target: document.activeElement })
  look()
  const size = new ResizeObserver(look)
  size.observe(list)
  const over = new AbortController()
  const { signal } = over
  // Scroll events of a list that scrolls by itself do not bubble to the window, so they are captured.
  document.addEventListener('scroll', look, { capture: true, passive: true, signal })
  window.addEventListener('resize', look, { signal })
  list.addEventListener('focusin', hold, { signal })
  list.addEventListener('pointerdown', hold, { signal })
  window.addEventListener('beforeprint', print, { signal })
  window.addEventListener('afterprint', print, { signal })
  return () => {
    end()
    cancelAnimationFrame(frame)
    size.disconnect()
    over.abort()
  }
}

function aroundOf(entry: Element): number {
  const { paddingBlockStart, paddingBlockEnd, borderBlockEndWidth } = getComputedStyle(entry)
  return [paddingBlockStart, paddingBlockEnd, borderBlockEndWidth].reduce((sum, px) => sum + Number.parseFloat(px), 0)
}
