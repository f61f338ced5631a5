import { CONDITION_ERRORS, SCHEDULE_ERRORS } from '../../platform/error.ts'
import { DISPLAY, display } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { CornerPieceChanged } from '../changed.ts'
import { CornerName, MoveCornerPiece, SetCornerPiece } from '../corner-piece.ts'

const corner = display.extend({ corner: CornerName })

export const CORNER_PIECE_ROUTES = {
  /** Sets, changes or removes the piece in one corner. The other corners stay as they are. */
  setCornerPiece: {
    method: 'PATCH',
    path: `${DISPLAY}/corner-pieces/:corner`,
    access: 'editor',
    unlimited: true,
    params: corner,
    body: SetCornerPiece,
    response: CornerPieceChanged,
    ifMatch: 'required',
  },
  moveCornerPiece: {
    method: 'POST',
    path: `${DISPLAY}/corner-pieces/:corner/move`,
    access: 'editor',
    unlimited: true,
    params: corner,
    body: MoveCornerPiece,
    response: CornerPieceChanged,
    ifMatch: 'required',
  },
} as const satisfies Routes

export const CORNER_PIECE_DETAILS = {
  setCornerPiece: {
    summary: 'Sets the content of a corner of a display: a logo, a clock, a few words or a QR code. Or removes it.',
    errors: [
      'corner-size-outside',
      'text-missing',
      'link-not-valid',
      'media-not-found',
      ...SCHEDULE_ERRORS,
      ...CONDITION_ERRORS,
    ],
    takes: ['Idempotency-Key'],
  },
  moveCornerPiece: {
    summary: 'Moves the content of a corner of a display to an empty corner.',
    errors: ['corner-piece-not-found', 'corner-taken'],
    takes: ['Idempotency-Key'],
  },
} as const satisfies DetailsOf<typeof CORNER_PIECE_ROUTES>
