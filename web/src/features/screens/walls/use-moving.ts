import type { ScreenId } from '@placard/contract'
import { type PointerEvent, useEffect, useState } from 'react'
import type { Cell } from './arrange.ts'

/** Farther than this it is a drag, and no longer a press. */
const DRAG_FROM_PX = 6

/** A cell, or the place for the screens that are in no cell. */
export type Target = Cell | 'outside'

type Held = { id: ScreenId; startX: number; startY: number; x: number; y: number; isDragged: boolean }

/**
 * Moves screens between cells: dragged by a pointer or a finger, or picked by a press or a key and put down by another one.
 *
 * @param onDrop a screen was put onto a target
 */
export function useMoving(onDrop: (id: ScreenId, target: Target) => void) {
  const [held, setHeld] = useState<Held>()
  const [picked, setPicked] = useState<ScreenId>()

  useEffect(() => {
    if (picked === undefined) return
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setPicked(undefined)
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [picked])

  const put = (id: ScreenId, target: Target) => {
    setPicked(undefined)
    onDrop(id, target)
  }

  return {
    /** The screen that the next press puts down. */
    picked,
    /** The screen that is being dragged, and where the pointer is. */
    dragged: held?.isDragged ? held : undefined,
    /** The target below the pointer. */
    over: held?.isDragged ? targetAt(held.x, held.y) : undefined,
    /** Pressing a target. @param there the screen that is in it */
    press(target: Target, there: ScreenId | undefined) {
      if (picked !== undefined) put(picked, target)
      else if (there !== undefined) setPicked(there)
    },
    pick: (id: ScreenId) => setPicked(id === picked ? undefined : id),
    /** The properties of an element by which a screen is dragged. */
    handle: (id: ScreenId | undefined) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || id === undefined) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const { clientX: x, clientY: y } = event
        setHeld({ id, startX: x, startY: y, x, y, isDragged: false })
      },
      onPointerMove({ clientX: x, clientY: y }: PointerEvent) {
        if (!held) return
        const isDragged = held.isDragged || Math.hypot(x - held.startX, y - held.startY) > DRAG_FROM_PX
        setHeld({ ...held, x, y, isDragged })
      },
      onPointerUp() {
        if (held?.isDragged) {
          const target = targetAt(held.x, held.y)
          if (target) put(held.id, target)
        }
        // After the click that follows, so that a drag does not count as a press.
        setTimeout(() => setHeld(undefined), 0)
      },
      onPointerCancel: () => setHeld(undefined),
      onClickCapture(event: { stopPropagation(): void; preventDefault(): void }) {
        if (!held?.isDragged) return
        event.stopPropagation()
        event.preventDefault()
      },
    }),
  }
}

function targetAt(x: number, y: number): Target | undefined {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-target]')
  const target = element?.dataset.target
  if (target === undefined) return undefined
  const [column, row] = target.split(',').map(Number)
  return column === undefined || row === undefined ? 'outside' : { column, row }
}
