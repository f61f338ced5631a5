import type { Rect } from '@placard/contract'
import { useLayoutEffect, useState } from 'react'

/**
 * The screen in its rotation, in px of the layout. A zone counts as a smaller screen, except that its letters are read
 * from as far away as those of the whole one.
 */
export function useScreenSize(root: { current: HTMLElement | null }, room: Rect | undefined) {
  const [size, setSize] = useState({ sidePx: 0, wholeSidePx: 0, isTall: false })
  useLayoutEffect(() => {
    const look = () => {
      const whole = root.current?.closest<HTMLElement>('.player')
      const [wholeWidth, wholeHeight] = [whole?.offsetWidth ?? 0, whole?.offsetHeight ?? 0]
      const width = room ? (wholeWidth * room.width) / 100 : wholeWidth
      const height = room ? (wholeHeight * room.height) / 100 : wholeHeight
      setSize({
        sidePx: Math.min(width, height),
        wholeSidePx: Math.min(wholeWidth, wholeHeight),
        isTall: height > width,
      })
    }
    look()
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [root, room])
  return size
}
