import { CORNERS, CornerName, CornerPiece, type MediaId, mediaIdOf } from '@placard/contract'
import { z } from 'zod'

/** A corner has one piece at most, so the corner is the id of the piece. The order of the corners is fixed. */
export const CornerPieceState = z.intersection(CornerPiece, z.object({ id: CornerName, position: z.string() }))
/** A corner piece as the log keeps it: a thing of its display, like an item. */
export type CornerPieceState = z.infer<typeof CornerPieceState>

export const cornerPieceStateOf = (piece: CornerPiece): CornerPieceState => ({
  ...piece,
  id: piece.corner,
  position: String(CORNERS.indexOf(piece.corner)),
})

/** A corner piece as the API returns it. */
export function cornerPieceOf({ id: _, position: __, ...piece }: CornerPieceState): CornerPiece {
  return piece
}

/** The stored picture of a logo of its own. null for the logo of the organisation, and for every other piece. */
export const pictureOf = (piece: CornerPiece): MediaId | null =>
  piece.kind === 'logo' && piece.url !== undefined ? (mediaIdOf(piece.url) ?? null) : null

/** True if the piece is drawn with the colour or the logo of the organisation. */
export const usesBrand = (piece: CornerPiece): boolean =>
  piece.kind === 'clock' ||
  piece.kind === 'words' ||
  piece.kind === 'weather' ||
  (piece.kind === 'logo' && piece.url === undefined)
