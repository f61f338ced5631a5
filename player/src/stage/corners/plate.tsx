import { CORNER_MARGIN_PERCENT, type Corner, MAX_CORNER_WIDTH_PERCENT, noticePalette } from '@placard/contract'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Board } from '../kind-props.ts'
import { ofSide, placeIn } from './place-in.ts'

/** The properties that each kind of piece receives. */
export type PieceProps = {
  corner: Corner
  /** The height of the piece, in px. */
  unitPx: number
  /** The shorter side of the screen, in px. */
  sidePx: number
  /** The media area takes the band's space. */
  isFull: boolean
  board: Board
  /** Its size may have changed. */
  onLaidOut: () => void
}

/** Space inside of a plate, as shares of its height. */
export const PADDING = { block: 0.14, inline: 0.22 }

const FADE_MS = 400

/**
 * The ground of a piece. It is opaque, so the contrast of the piece does not depend on what plays.
 *
 * @param onWhite for logos and QR codes, which are made for white. Otherwise the brand's colour with a contrast of at
 *   least 7 : 1 (`noticePalette`), or nearly black without a brand
 * @param round the radius of its corners, as a share of its height
 */
export function Plate({
  corner,
  unitPx,
  isFull,
  board,
  onWhite = false,
  round = 0.12,
  children,
}: PieceProps & { onWhite?: boolean; round?: number; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  const colour = board.brand?.colour
  const { ground, heading } = noticePalette(colour === undefined ? 'night' : 'poster', colour)

  useLayoutEffect(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const fade = element.current?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: isCalm ? 0 : FADE_MS })
    return () => fade?.cancel()
  }, [])

  const look: CSSProperties = {
    ...placeIn(corner, CORNER_MARGIN_PERCENT, isFull),
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    height: unitPx,
    maxWidth: ofSide(MAX_CORNER_WIDTH_PERCENT),
    color: onWhite ? '#14171c' : heading,
    background: onWhite ? '#fff' : ground,
    borderRadius: unitPx * round,
    // Visible on a ground of the same colour as well.
    boxShadow: `0 0 ${ofSide(0.25)} rgba(0, 0, 0, 0.35), 0 ${ofSide(0.3)} ${ofSide(1.4)} rgba(0, 0, 0, 0.28)`,
  }
  return (
    <div ref={element} data-corner={corner} lang={board.language} style={look}>
      {children}
    </div>
  )
}

/** The width for the content of a piece, in px. @param padding on each side, as a share of its height */
export const roomPx = ({ unitPx, sidePx }: PieceProps, padding = PADDING.inline) =>
  (sidePx * MAX_CORNER_WIDTH_PERCENT) / 100 - 2 * unitPx * padding
