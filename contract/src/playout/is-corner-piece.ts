import { CLOCK_FACES, CORNERS, MAX_CORNER_PERCENT, MIN_CORNER_PERCENT } from '../content/corner-shapes.ts'
import { mediaEndingOf } from '../content/media-address.ts'
import { isForecast } from '../content/weather-shapes.ts'
import type { ManifestCornerPiece } from './read-corner-pieces.ts'

// Apart from the reading, because only screens with corner pieces load it.

/** True if a piece of a manifest can be drawn: its kind is known, and its content and its size are valid. */
export function isCornerPiece(piece: ManifestCornerPiece): boolean {
  const { corner, size } = piece
  if (!CORNERS.includes(corner) || !(size >= MIN_CORNER_PERCENT && size <= MAX_CORNER_PERCENT)) return false
  switch (piece.kind) {
    case 'logo':
      return mediaEndingOf(piece.url) === 'jpg'
    case 'clock':
      return CLOCK_FACES.includes(piece.face)
    case 'words':
      return typeof piece.text === 'string' && piece.text !== ''
    case 'qr':
      return typeof piece.link === 'string' && piece.link !== ''
    case 'weather':
      return isForecast(piece.forecast)
    default:
      return false
  }
}
