import type { Corner } from '@placard/contract'
import type { CSSProperties } from 'react'

/** The ticker's share of the height while it has one. */
export const BAND_PERCENT = 10

/** A length in percent of the screen's shorter side. On a wall, `--vmin` is a hundredth of the wall's. */
export const ofSide = (percent: number) => `calc(var(--vmin, 1vmin) * ${percent})`

export const isLeft = (corner: Corner) => corner === 'top-left' || corner === 'bottom-left'
export const isTop = (corner: Corner) => corner === 'top-left' || corner === 'top-right'

/**
 * The place in a corner of the media area.
 *
 * @param edge distance to the edges of the area, in percent of the screen's shorter side
 * @param isFull the media area takes the band's space
 */
export function placeIn(corner: Corner, edge: number, isFull: boolean): CSSProperties {
  const fromEdge = ofSide(edge)
  return {
    position: 'absolute',
    ...(isLeft(corner) ? { left: fromEdge } : { right: fromEdge }),
    ...(isTop(corner) ? { top: fromEdge } : { bottom: isFull ? fromEdge : `calc(${BAND_PERCENT}% + ${fromEdge})` }),
    overflow: 'hidden',
  }
}
