import type { Rect } from '@placard/contract'
import type { CSSProperties } from 'react'
import type { Seated } from '../zones-source.ts'

/** The place of a zone in the media area. */
export type ZoneBox = {
  /** In percent of the media area. */
  rect: Rect
  /** The same, except that it does not change before a move is over. */
  settled: Rect
  /**
   * `closed`: below the other zones, and not visible. Items are prepared there. `closing`: below them until they have
   * covered it. `opening`: below those that stay, until they have uncovered it.
   */
  level: 'closed' | 'closing' | 'opening' | 'open'
  /** A change of `rect` is shown as a move. */
  moves: boolean
  /** Nothing moves off the zone that opens, so it fades in. */
  fades: boolean
}

const LEVELS: Record<ZoneBox['level'], number> = { closed: -3, closing: -2, opening: -1, open: 0 }

export const isOpen = ({ level }: ZoneBox) => level === 'open' || level === 'opening'

/** The place of a zone on the screen. Closed zones lie below the others. */
export function seatedIn(box: ZoneBox): Seated {
  const { level, moves, fades, settled: room } = box
  const { x, y, width, height } = box.rect
  const place = { '--x': x, '--y': y, '--w': width, '--h': height, zIndex: LEVELS[level] }
  return {
    className: `room${moves ? ' room-moves' : ''}${fades ? ' room-fades' : ''}`,
    style: place as CSSProperties,
    isOpen: isOpen(box),
    room,
    isUnseen: level === 'closed',
  }
}
