import { type PointerEvent as ReactPointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A pointer that moves less than this counts as a press. */
const SLOP_PX = 5
/** Distance from an edge at which the scroll container scrolls, and the distance scrolled in each frame. */
const EDGE_PX = 48
const SCROLL_PX = 9

type Point = { x: number; y: number }

/** The ids with one of them moved to the place of another. */
export function movedTo<Id>(order: readonly Id[], id: Id, over: Id): Id[] {
  const to = order.indexOf(over)
  return order.filter((other) => other !== id).toSpliced(to, 0, id)
}

/**
 * Makes the entries of a list draggable with mouse, pen or finger. The list is a grid or a flex box. Its entries have
 * `data-place` with their id and the `style` given here. While dragging, only CSS `order` changes, because an element that is
 * moved in the document would lose the finger on it. There must also be buttons for the keyboard.
 *
 * @param ids in order
 * @param onDrop the id was dropped after that one (null: first), at the position `index`
 */
export function useDragOrder<Id extends string>(
  ids: readonly Id[],
  onDrop: (id: Id, after: Id | null, index: number) => void,
) {
  const list = useRef<HTMLElement>(null)
  const [order, setOrder] = useState<readonly Id[]>()
  const [dragging, setDragging] = useState<Id>()
  const undo = useRef<() => void>(undefined)
  const float = useRef<() => void>(undefined)

  useEffect(() => () => undo.current?.(), [])
  // The entry's place in the list has changed under the pointer, which has not moved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is what it waits for
  useLayoutEffect(() => float.current?.(), [order])

  const start = (event: ReactPointerEvent, id: Id) => {
    if (event.button !== 0 || !event.isPrimary || undo.current) return
    const entry = entryOf(list.current, id)
    if (!entry) return
    const from: Point = { x: event.clientX, y: event.clientY }
    const box = entry.getBoundingClientRect()
    const grip: Point = { x: from.x - box.left, y: from.y - box.top }
    let at = from
    let begun = false
    let now: readonly Id[] = ids
    let lastOver: string | undefined
    let frame = 0

    const place = () => {
      const over = entriesOf(list.current).find((other) => other !== entry && contains(other, at))
      const overId = over?.dataset.place as Id | undefined
      if (overId === lastOver) return
      lastOver = overId
      if (overId === undefined) return
      now = movedTo(now, id, overId)
      setOrder(now)
    }
    const follow = () => {
      entry.style.transform = ''
      const slot = entry.getBoundingClientRect()
      entry.style.transform = `translate(${at.x - grip.x - slot.left}px, ${at.y - grip.y - slot.top}px)`
    }
    const scroll = () => {
      frame = requestAnimationFrame(scroll)
      if (scrollNear(list.current, at)) {
        follow()
        place()
      }
    }
    const move = (moved: PointerEvent) => {
      if (moved.pointerId !== event.pointerId) return
      at = { x: moved.clientX, y: moved.clientY }
      if (!begun && Math.hypot(at.x - from.x, at.y - from.y) < SLOP_PX) return
      if (!begun) {
        begun = true
        float.current = follow
        document.body.style.userSelect = 'none'
        setDragging(id)
        setOrder(now)
        frame = requestAnimationFrame(scroll)
      }
      follow()
      place()
    }
    const end = (dropped: boolean) => {
      off()
      if (!begun) return
      setDragging(undefined)
      const index = now.indexOf(id)
      if (dropped && now.some((other, place) => other !== ids[place])) onDrop(id, now[index - 1] ?? null, index)
      // The list is updated shortly after; without the delay the old order would flash up.
      requestAnimationFrame(() => requestAnimationFrame(() => setOrder(undefined)))
    }
    const up = ({ pointerId }: PointerEvent) => pointerId === event.pointerId && end(true)
    const cancel = ({ pointerId }: PointerEvent) => pointerId === event.pointerId && end(false)
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key === 'Escape') end(false)
    }
    // Without this, the browser would start to drag a picture under the handle by itself and end this drag.
    const noOther = (started: Event) => started.preventDefault()
    const off = () => {
      undo.current = undefined
      float.current = undefined
      cancelAnimationFrame(frame)
      entry.style.transform = ''
      document.body.style.userSelect = ''
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', key)
      window.removeEventListener('dragstart', noOther)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', key)
    window.addEventListener('dragstart', noOther)
    undo.current = off
  }

  return {
    list,
    /** Properties for the element of an entry. */
    entry: (id: Id) => ({
      'data-place': id,
      'data-dragging': dragging === id || undefined,
      ...(order ? { style: { order: order.indexOf(id) } } : {}),
    }),
    /** Properties for the entry's handle. Its CSS needs `touch-action: none`, or a finger would scroll. */
    handle: (id: Id) => ({ onPointerDown: (event: ReactPointerEvent) => start(event, id) }),
  }
}

function entriesOf(list: HTMLElement | null): HTMLElement[] {
  return list ? [...list.querySelectorAll<HTMLElement>(':scope > [data-place]')] : []
}

function entryOf(list: HTMLElement | null, id: string): HTMLElement | undefined {
  return entriesOf(list).find((entry) => entry.dataset.place === id)
}

function contains(element: HTMLElement, { x, y }: Point): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return x >= left && x <= right && y >= top && y <= bottom
}

/** @returns true if anything scrolled */
function scrollNear(list: HTMLElement | null, { y }: Point): boolean {
  const inner = list && list.scrollHeight > list.clientHeight + 1 ? list : undefined
  if (inner) {
    const { top, bottom } = inner.getBoundingClientRect()
    if (scrollBy(inner, y - top, bottom - y)) return true
  }
  return scrollBy(document.documentElement, y, window.innerHeight - y)
}

function scrollBy(element: Element, fromTop: number, fromBottom: number): boolean {
  const by = fromTop < EDGE_PX ? -SCROLL_PX : fromBottom < EDGE_PX ? SCROLL_PX : 0
  if (by === 0) return false
  const before = element.scrollTop
  element.scrollTop = before + by
  return element.scrollTop !== before
}
