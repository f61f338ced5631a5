import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** Before the browser's own, which opens a menu after half a second. */
const HELD_MS = 450
/** A finger is never quite still. */
const SLOP_PX = 10
/** A click of the finger that is lifted arrives within that time. */
const CLICK_WITHIN_MS = 100

/** Calls `onHold` for a finger that rests on an element. A swipe scrolls as ever, and mouse and pen do as they always do. */
export function useLongPress(onHold: () => void) {
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const onPointerDown = (event: PointerEvent) => {
    stop.current?.()
    if (event.pointerType !== 'touch' || !event.isPrimary) return
    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      if (Math.hypot(clientX - event.clientX, clientY - event.clientY) > SLOP_PX) stop.current?.()
    }
    const end = () => stop.current?.()
    const timer = setTimeout(() => {
      end()
      ignoreNextClick()
      onHold()
    }, HELD_MS)
    stop.current = () => {
      stop.current = undefined
      clearTimeout(timer)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
  }

  const onContextMenu = ({ nativeEvent }: MouseEvent) => {
    if ('pointerType' in nativeEvent && nativeEvent.pointerType === 'touch') nativeEvent.preventDefault()
  }

  return { onPointerDown, onContextMenu }
}

/** The finger that was held is not a press of what appears below it. */
function ignoreNextClick(): void {
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const end = () => {
    window.removeEventListener('click', ignore, true)
    window.removeEventListener('pointerdown', end, true)
  }
  const lifted = () => {
    window.removeEventListener('pointerup', lifted)
    window.removeEventListener('pointercancel', lifted)
    setTimeout(end, CLICK_WITHIN_MS)
  }
  window.addEventListener('click', ignore, true)
  window.addEventListener('pointerup', lifted)
  window.addEventListener('pointercancel', lifted)
  // Another press is meant.
  window.addEventListener('pointerdown', end, true)
}
