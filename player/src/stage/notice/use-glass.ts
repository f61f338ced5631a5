import type { Rect } from '@placard/contract'
import { useLayoutEffect, useState } from 'react'

/**
 * The screen in its rotation, in px of the layout. A zone counts as a smaller screen, except that its letters are read
 * from as far away as those of the whole one.
 */
export function useGlass(root: { current: HTMLElement | null }, room: Rect | undefined) {
  const [glass, setGlass] = useState({ sidePx: 0, glassSidePx: 0, isTall: false })
  useLayoutEffect(() => {
    const look = () => {
      const whole = root.current?.closest<HTMLElement>('.player')
      const [wholeWidth, wholeHeight] = [whole?.offsetWidth ?? 0, whole?.offsetHeight ?? 0]
      const width = room ? (wholeWidth * room.width) / 100 : wholeWidth
      const height = room ? (wholeHeight * room.height) / 100 : wholeHeight
      setGlass({
        sidePx: Math.min(width, height),
        glassSidePx: Math.min(wholeWidth, wholeHeight),
        isTall: height > width,
      })
    }
    look()
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [root, room])
  return glass
}
