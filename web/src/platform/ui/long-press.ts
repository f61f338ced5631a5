import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** Shorter than the browser's own long press, which opens a menu after half a second. */
const HELD_MS = 450
/** A finger always moves a little. */
const SLOP_PX = 10
/** The click of a lifted finger arrives within this time. */
const CLICK_WITHIN_MS = 100

/** Calls `onHold` when a finger rests on an element. Swipes still scroll, and mouse and pen are not affected. */
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

/** Ignores the click of the lifted finger, which would press whatever appears below it. */
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
  // A new press is intended.
  window.addEventListener('pointerdown', end, true)
}
