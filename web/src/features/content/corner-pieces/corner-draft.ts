import type { Brand, CornerKind, CornerPiece } from '@placard/contract'

/** The values of the form: those of every kind, so that nothing typed is lost when another kind is looked at. */
export type CornerDraft = {
  kind: CornerKind
  size: number
  /** Empty: the logo of the organisation. */
  url: string
  face: 'digits' | 'hands'
  date: boolean
  text: string
  link: string
}

/** A phone reads a QR code of this size from a few steps away. */
const USUAL_SIZE = 12
const USUAL_CODE_SIZE = 18

/** @param piece undefined: a new one, at first the logo if the organisation has one, otherwise a clock */
export function draftOf(piece: CornerPiece | undefined, brand: Brand | undefined): CornerDraft {
  const usual: CornerDraft = {
    kind: brand?.logoUrl ? 'logo' : 'clock',
    size: USUAL_SIZE,
    url: '',
    face: 'digits',
    date: false,
    text: '',
    link: '',
  }
  if (!piece) return usual
  const { corner: _, revision: __, schedule: ___, condition: ____, ...rest } = piece
  return { ...usual, ...rest, url: piece.kind === 'logo' ? (piece.url ?? '') : '' }
}

/** The command's body. It is not checked yet. @param before the present piece, whose schedule and condition stay */
export function pieceOf(
  { kind, size, url, face, date, text, link }: CornerDraft,
  before: Pick<CornerPiece, 'schedule' | 'condition'> | undefined,
) {
  const { schedule, condition } = before ?? {}
  const common = { kind, size, ...(schedule ? { schedule } : {}), ...(condition ? { condition } : {}) }
  switch (kind) {
    case 'logo':
      return { ...common, ...(url === '' ? {} : { url }) }
    case 'clock':
      return { ...common, face, date }
    case 'words':
      return { ...common, text }
    case 'qr':
      return { ...common, link: addressOf(link) }
    case 'weather':
      return common
  }
}

/** Most people type an address without its scheme. */
function addressOf(typed: string): string {
  const link = typed.trim()
  return link === '' || /^[a-z][a-z0-9+.-]*:/i.test(link) ? link : `https://${link}`
}

/** The size after another kind was chosen, as long as nobody has set it. */
export const sizeFor = (kind: CornerKind): number => (kind === 'qr' ? USUAL_CODE_SIZE : USUAL_SIZE)
