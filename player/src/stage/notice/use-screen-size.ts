import { useLayoutEffect, useState } from 'react'
import type { Room } from '../kind-props.ts'

const WHOLE = { width: 100, height: 100 }
/** A band is at least this many times as wide as it is high. */
const BAND = 4

/**
 * The screen in its rotation, in px of the layout. A zone counts as a smaller screen, except that its letters are read
 * from as far away as those of the whole one.
 */
export function useScreenSize(root: { current: HTMLElement | null }, room: Room | undefined) {
  const [size, setSize] = useState({ sidePx: 0, wholeSidePx: 0, isTall: false, isBand: false })
  useLayoutEffect(() => {
    const look = () => {
      const whole = root.current?.closest<HTMLElement>('.player')
      const [stageWidth, stageHeight] = [whole?.offsetWidth ?? 0, whole?.offsetHeight ?? 0]
      const { within = WHOLE } = room ?? {}
      const [wholeWidth, wholeHeight] = [(stageWidth * within.width) / 100, (stageHeight * within.height) / 100]
      const width = room ? (stageWidth * room.width) / 100 : wholeWidth
      const height = room ? (stageHeight * room.height) / 100 : wholeHeight
      setSize({
        sidePx: Math.min(width, height),
        wholeSidePx: Math.min(wholeWidth, wholeHeight),
        isTall: height > width,
        isBand: width >= BAND * height,
      })
    }
    look()
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [root, room])
  return size
}
