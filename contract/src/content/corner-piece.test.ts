import { describe, expect, it } from 'vitest'
import { problemOf } from '../platform/error.ts'
import { CornerName, MoveCornerPiece, SetCornerPiece } from './corner-piece.ts'

const CLOCK = { kind: 'clock', size: 12, face: 'digits', date: false }
const QR = { kind: 'qr', size: 18, link: 'https://example.org/menu' }
const problemWith = (piece: unknown) => {
  const read = SetCornerPiece.safeParse({ piece })
  return read.success ? undefined : problemOf(read.error)
}

describe('the pieces in the corners of a display', () => {
  it.each([
    ['a clock', CLOCK],
    ['the smallest', { ...CLOCK, size: 8 }],
    ['the largest', { ...CLOCK, size: 20, face: 'hands', date: true }],
    ['the logo of the organisation', { kind: 'logo', size: 10 }],
    ['a logo of its own', { kind: 'logo', size: 10, url: '/media/abc.jpg' }],
    ['words', { kind: 'words', size: 10, text: 'Room 12 · {date}' }],
    ['a QR code on weekdays', { ...QR, schedule: { days: [1, 2, 3, 4, 5] } }],
  ])('[LY6] %s can stand in a corner', (_, piece) => {
    expect(SetCornerPiece.parse({ piece })).toEqual({ piece })
  })

  it.each([
    ['smaller than 8 %', { ...CLOCK, size: 7 }, { code: 'corner-size-outside', field: 'piece.size' }],
    ['larger than 20 %', { ...CLOCK, size: 21 }, { code: 'corner-size-outside', field: 'piece.size' }],
    ['between two sizes', { ...CLOCK, size: 9.5 }, { code: 'invalid-field', field: 'piece.size' }],
    ['of no kind', { ...CLOCK, kind: 'sea' }, { code: 'invalid-field', field: 'piece.kind' }],
    ['a clock with another face', { ...CLOCK, face: 'sun' }, { code: 'invalid-field', field: 'piece.face' }],
    ['a clock with words', { ...CLOCK, text: 'Hello' }, { code: 'unknown-field', field: 'piece.text' }],
    ['without words', { kind: 'words', size: 10, text: ' \u200b ' }, { code: 'text-missing', field: 'piece.text' }],
    ['too long', { kind: 'words', size: 10, text: 'x'.repeat(61) }, { code: 'too-long', field: 'piece.text' }],
    ['a code of words', { ...QR, link: 'menu' }, { code: 'link-not-valid', field: 'piece.link' }],
    ['a code of a script', { ...QR, link: 'javascript:alert(1)' }, { code: 'link-not-valid', field: 'piece.link' }],
    ['a code of a mail', { ...QR, link: 'mailto:a@example.org' }, { code: 'link-not-valid', field: 'piece.link' }],
    [
      'a film as a logo',
      { kind: 'logo', size: 10, url: '/media/a.mp4' },
      { code: 'media-not-found', field: 'piece.url' },
    ],
    [
      'a picture of elsewhere as a logo',
      { kind: 'logo', size: 10, url: 'https://example.org/a.jpg' },
      { code: 'media-not-found', field: 'piece.url' },
    ],
    [
      'with a schedule that ends first',
      { ...CLOCK, schedule: { from: '2026-12-02T00:00', until: '2026-12-01T00:00' } },
      { code: 'schedule-ends-first', field: 'piece.schedule.until' },
    ],
    [
      'with a time that does not exist',
      { ...CLOCK, schedule: { hours: [{ from: '25:00', until: '26:00' }] } },
      { code: 'schedule-no-such-time', field: 'piece.schedule.hours.0.from' },
    ],
  ])('[LY6] one that is %s is refused at its field', (_, piece, problem) => {
    expect(problemWith(piece)).toEqual(problem)
  })

  it('[LY6] there are four corners and no fifth', () => {
    expect(CornerName.options).toEqual(['top-left', 'top-right', 'bottom-left', 'bottom-right'])
    expect(CornerName.safeParse('middle').success).toBe(false)
    expect(MoveCornerPiece.safeParse({ to: 'top' }).success).toBe(false)
  })
})
