import type { Row } from '@placard/contract'
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Range } from './paste-plan.ts'
import type { TableStore } from './table-store.ts'

/** A pointer that moves less than this counts as a press. */
const SLOP_PX = 5
/** Distance from an edge at which the grid scrolls, and the distance scrolled in each frame. */
const EDGE_PX = 48
const SCROLL_PX = 10

type Options = {
  grid: RefObject<HTMLDivElement | null>
  rows: readonly Row[]
  rowPx: number
  headPx: number
  range: Range
  isOn: boolean
  store: TableStore
}

/** Moves rows by their numbers at the start of each row, with mouse, pen or finger; or by keys, one step at a time. */
export function useRowDrag({ grid, rows, rowPx, headPx, range, isOn, store }: Options) {
  const [dragging, setDragging] = useState<{ top: number; bottom: number; to: number }>()
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])

  /** Moves rows before the one that is now at `to`. */
  const move = (top: number, bottom: number, to: number) => {
    if (to >= top && to <= bottom + 1) return
    const after = to === 0 ? null : (rows[to - 1]?.id ?? null)
    const ids = rows.slice(top, bottom + 1).map(({ id }) => id)
    store.moveRows(ids, after).catch((error) => console.error('rows could not be moved', error))
  }

  return {
    lineAt: dragging && (dragging.to < dragging.top || dragging.to > dragging.bottom + 1) ? dragging.to : undefined,
    isDragged: (index: number) => dragging !== undefined && index >= dragging.top && index <= dragging.bottom,
    /** Moves the selected rows up or down. @param onMoved receives the number of rows by which they moved */
    step(by: -1 | 1, onMoved: (by: number) => void) {
      const bottom = Math.min(range.bottom, rows.length - 1)
      const to = by < 0 ? range.top - 1 : bottom + 2
      if (range.top > bottom || to < 0 || to > rows.length) return
      move(range.top, bottom, to)
      onMoved(by)
    },
    /** @param onSelect receives a row that was not selected. @returns false: the pointer is not at the number of a row */
    down(event: ReactPointerEvent, onSelect: (row: number) => void): boolean {
      const gutter = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-gutter]') : null
      if (!gutter) return false
      const index = Number(gutter.dataset.gutter)
      const isSelected = index >= range.top && index <= range.bottom
      if (!isSelected) onSelect(index)
      const element = grid.current
      if (!isOn || !rows[index] || !element || end.current) return true
      const top = isSelected ? range.top : index
      const bottom = isSelected ? Math.min(range.bottom, rows.length - 1) : index
      const startY = event.clientY
      let y = startY
      let to = top
      let begun = false
      let frame = 0
      const place = () => {
        const { top: above } = element.getBoundingClientRect()
        const inside = y - above - headPx + element.scrollTop
        to = Math.min(rows.length, Math.max(0, Math.round(inside / rowPx)))
        setDragging({ top, bottom, to })
      }
      const scroll = () => {
        frame = requestAnimationFrame(scroll)
        const box = element.getBoundingClientRect()
        const by = y < box.top + headPx + EDGE_PX ? -SCROLL_PX : y > box.bottom - EDGE_PX ? SCROLL_PX : 0
        if (by === 0) return
        element.scrollTop += by
        place()
      }
      const moved = (pointer: PointerEvent) => {
        if (pointer.pointerId !== event.pointerId) return
        y = pointer.clientY
        if (!begun && Math.abs(y - startY) < SLOP_PX) return
        if (!begun) frame = requestAnimationFrame(scroll)
        begun = true
        place()
      }
      const over = (isDropped: boolean) => {
        cancelAnimationFrame(frame)
        listening.abort()
        end.current = undefined
        setDragging(undefined)
        if (begun && isDropped) move(top, bottom, to)
      }
      const listening = new AbortController()
      const { signal } = listening
      window.addEventListener('pointermove', moved, { signal })
      window.addEventListener('pointerup', ({ pointerId }) => pointerId === event.pointerId && over(true), { signal })
      window.addEventListener('pointercancel', ({ pointerId }) => pointerId === event.pointerId && over(false), {
        signal,
      })
      window.addEventListener('keydown', ({ key }) => key === 'Escape' && over(false), { signal })
      end.current = () => over(false)
      return true
    },
  }
}
