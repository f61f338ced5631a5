import { Condition, type CornerPiece, SetCornerPiece } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { draftOf, pieceOf } from './corner-draft.ts'

const wanted = (piece: CornerPiece) => pieceOf(draftOf(piece, undefined), piece)

const condition = Condition.parse({
  all: [
    {
      value: { of: 'cell', tableId: '_t-0123456789abcdefghij', rowId: 'soup', columnId: 'sold01' },
      operator: '=',
      constant: true,
    },
  ],
  otherwise: 'off',
})

describe('the form of a corner', () => {
  it.each<CornerPiece>([
    { corner: 'top-left', revision: 3, size: 9, kind: 'logo', url: '/media/abc.jpg' },
    { corner: 'top-left', revision: 3, size: 9, kind: 'logo' },
    { corner: 'top-right', revision: 4, size: 12, kind: 'clock', face: 'hands', date: true },
    {
      corner: 'bottom-left',
      revision: 5,
      size: 14,
      kind: 'words',
      text: 'Room 12',
      schedule: { days: [1] },
      condition,
    },
    { corner: 'bottom-right', revision: 6, size: 20, kind: 'qr', link: 'https://example.org/' },
  ])('[LY6] a $kind that is not changed is sent as it is', (piece) => {
    const { corner: _, revision: __, ...rest } = piece
    expect(SetCornerPiece.parse({ piece: wanted(piece) })).toEqual({ piece: rest })
  })

  it('[LY6] an address may be typed without its scheme', () => {
    const draft = { ...draftOf(undefined, undefined), kind: 'qr' as const }
    expect(pieceOf({ ...draft, link: ' example.org/menu ' }, undefined)).toMatchObject({
      link: 'https://example.org/menu',
    })
    expect(pieceOf({ ...draft, link: 'javascript:alert(1)' }, undefined)).toMatchObject({ link: 'javascript:alert(1)' })
  })

  it('[LY6] a new piece is the logo if there is one, otherwise a clock', () => {
    expect(draftOf(undefined, { colour: null, logoUrl: '/media/a.jpg' }).kind).toBe('logo')
    expect(draftOf(undefined, { colour: null, logoUrl: null }).kind).toBe('clock')
  })
})
