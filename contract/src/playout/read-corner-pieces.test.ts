import { expect, it } from 'vitest'
import { isCornerPiece } from './is-corner-piece.ts'
import { type ManifestCornerPiece, readCornerPieces } from './read-corner-pieces.ts'

const WORDS = { corner: 'top-left', size: 10, kind: 'words', text: 'Room 12' }

it('[LY6] corner pieces are read with their schedules', () => {
  const schedule = { days: [1], hours: [{ from: '08:00', until: '09:00' }] }
  expect(readCornerPieces([{ ...WORDS, schedule }])).toEqual([{ ...WORDS, schedule }])
  // An unreadable schedule counts as always.
  expect(readCornerPieces([{ ...WORDS, schedule: { days: [9] } }])).toEqual([{ ...WORDS, schedule: undefined }])
})

it.each([undefined, null, 7, 'top-left', { corner: 'top-left' }])('[LY6] %j is no list of corner pieces', (value) => {
  expect(readCornerPieces(value)).toBeUndefined()
})

it('[LY6] what is not an object is left out of the list', () => {
  expect(readCornerPieces([null, 7, 'words', undefined, WORDS])).toEqual([WORDS])
})

it.each<[string, object]>([
  ['words', WORDS],
  ['a clock', { corner: 'top-right', size: 8, kind: 'clock', face: 'hands', date: true }],
  ['a logo', { corner: 'bottom-left', size: 20, kind: 'logo', url: '/media/a.jpg' }],
  [
    'weather',
    { corner: 'top-left', size: 10, kind: 'weather', forecast: { hours: [], days: [], until: 1, units: {} } },
  ],
  ['a QR code', { corner: 'bottom-right', size: 20, kind: 'qr', link: 'https://example.org' }],
])('[LY6] %s can be drawn', (_, piece) => {
  expect(isCornerPiece(piece as ManifestCornerPiece)).toBe(true)
})

it.each<[string, object]>([
  ['an unknown corner', { ...WORDS, corner: 'middle' }],
  ['an unknown kind', { ...WORDS, kind: 'sea' }],
  ['no forecast', { ...WORDS, kind: 'weather' }],
  ['a forecast that is none', { ...WORDS, kind: 'weather', forecast: { hours: 'sunny' } }],
  ['no kind', { corner: 'top-left', size: 10 }],
  ['a size outside', { ...WORDS, size: 21 }],
  ['a size that is no number', { ...WORDS, size: '10 px' }],
  ['no words', { ...WORDS, text: '' }],
  ['words that are no text', { ...WORDS, text: { toString: 'x' } }],
  ['a picture of elsewhere', { ...WORDS, kind: 'logo', url: 'https://example.org/a.jpg' }],
  ['no picture', { ...WORDS, kind: 'logo' }],
  ['an unknown clock face', { ...WORDS, kind: 'clock', face: 'sun' }],
  ['no address', { ...WORDS, kind: 'qr' }],
])('[LY6] a piece with %s is not drawn', (_, piece) => {
  expect(isCornerPiece(piece as ManifestCornerPiece)).toBe(false)
})
