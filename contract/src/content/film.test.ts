import { describe, expect, it } from 'vitest'
import {
  type FilmProblem,
  type FilmTraits,
  formatOf,
  judgeFilm,
  judgeInsistedFilm,
  readAvcName,
  secondsOf,
} from './film.ts'
import { filmMetadataOf, readUploadMetadata, thumbnailUrlOf } from './media.ts'

/** The best film that every screen plays. */
const PLAIN: FilmTraits = {
  container: 'mp4',
  codec: 'avc1.640028',
  width: 1_920,
  height: 1_080,
  framesPerSecond: 30,
  bitsPerSecond: 12_000_000,
  bitDepth: 8,
  interlaced: false,
  rotation: 0,
  squarePixels: true,
  fragmented: false,
  sound: 'mp4a.40.2',
  lengthMs: 1_000,
}

describe('[CT3] whether every screen plays a film', () => {
  it.each<[string, Partial<FilmTraits>]>([
    ['the best of them', {}],
    ['upright', { width: 1_080, height: 1_920 }],
    ['Main', { codec: 'avc1.4D4028' }],
    ['Baseline', { codec: 'avc1.42c01e' }],
    ['silent', { sound: null }],
    ['30 pictures a second of a phone', { framesPerSecond: 30.02 }],
    ['a day', { lengthMs: 86_400_000 }],
  ])('%s: yes', (_, traits) => {
    expect(judgeFilm({ ...PLAIN, ...traits })).toEqual([])
    expect(judgeInsistedFilm({ ...PLAIN, ...traits })).toEqual([])
  })

  it.each<[FilmProblem, Partial<FilmTraits>]>([
    ['level', { codec: 'avc1.640029' }],
    ['size', { width: 3_840, height: 2_160 }],
    ['size', { width: 1_922 }],
    ['size', { width: 1_080, height: 1_922 }],
    ['size', { width: 1_088, height: 1_088 }],
    ['rate', { framesPerSecond: 60 }],
    ['bitrate', { bitsPerSecond: 12_000_001 }],
    ['codec', { codec: 'hvc1.1.6.L120.90' }],
    ['codec', { codec: 'hev1.2.4.L120.90', bitDepth: 10 }],
  ])('no, for its %s: %j is taken where somebody insists', (problem, traits) => {
    expect(judgeFilm({ ...PLAIN, ...traits })).toEqual([problem])
    expect(judgeInsistedFilm({ ...PLAIN, ...traits })).toEqual([])
  })

  it.each<[FilmProblem, Partial<FilmTraits>]>([
    ['container', { container: 'webm' }],
    ['fragmented', { fragmented: true }],
    ['codec', { codec: 'vp09.00.10.08' }],
    ['codec', { codec: 'av01.0.04M.08' }],
    ['codec', { codec: 'avc1' }],
    ['codec', { codec: 'avc1.640028.1' }],
    ['profile', { codec: 'avc1.6e0028' }],
    ['profile', { codec: 'avc1.7a0028' }],
    ['profile', { codec: 'avc1.f40028' }],
    ['level', { codec: 'avc1.64003c' }],
    ['bit-depth', { bitDepth: 10 }],
    ['interlaced', { interlaced: true }],
    ['size', { width: 8_192 }],
    ['size', { width: 0 }],
    ['size', { height: Number.NaN }],
    ['rate', { framesPerSecond: 120 }],
    ['rate', { framesPerSecond: 0 }],
    ['rate', { framesPerSecond: Number.NaN }],
    ['bitrate', { bitsPerSecond: 200_000_000 }],
    ['bitrate', { bitsPerSecond: Number.NaN }],
    ['rotation', { rotation: 90 }],
    ['rotation', { rotation: -1 }],
    ['pixels', { squarePixels: false }],
    ['sound', { sound: 'ac-3' }],
    ['sound', { sound: 'mp4a.40.5' }],
    ['length', { lengthMs: 0 }],
    ['length', { lengthMs: 86_400_001 }],
    ['length', { lengthMs: Number.NaN }],
  ])('no, for its %s: %j is never taken', (problem, traits) => {
    expect(judgeFilm({ ...PLAIN, ...traits })).toEqual([problem])
    expect(judgeInsistedFilm({ ...PLAIN, ...traits })).toEqual([problem])
  })

  it('all problems are reported at once, in one order', () => {
    const film = { ...PLAIN, codec: 'avc1.6e0033', bitDepth: 10, framesPerSecond: 60, rotation: 180, container: 'mov' }
    expect(judgeFilm(film)).toEqual(['container', 'profile', 'level', 'bit-depth', 'rate', 'rotation'])
  })
})

it.each<[Partial<FilmTraits>, string]>([
  [{}, 'h264'],
  [{ framesPerSecond: 59.94 }, 'h264-60'],
  [{ width: 2_160, height: 3_840 }, 'h264-4k'],
  [{ width: 3_840, height: 2_160, framesPerSecond: 50 }, 'h264-4k-60'],
  [{ codec: 'hvc1.1.6.L120.90' }, 'hevc'],
  [{ codec: 'hvc1.2.4.L120.90', bitDepth: 10 }, 'hevc-10'],
  [{ codec: 'hvc1.1.6.L150.90', width: 3_840, height: 2_160, framesPerSecond: 60 }, 'hevc-4k'],
  [{ codec: 'hev1.2.4.L150.90', width: 3_840, height: 2_160, bitDepth: 10 }, 'hevc-10-4k'],
])('[CT6] to play %j takes %s', (traits, format) => {
  expect(formatOf({ ...PLAIN, ...traits })).toBe(format)
})

it('a name of H.264 is its profile and its level', () => {
  expect(readAvcName('avc1.64001f')).toEqual({ profile: 0x64, constraints: 0, level: 31 })
  for (const name of ['avc1', 'avc1.64', 'avc1.64001', 'avc3.64001f', 'hvc1.1.6.L93.B0', ' avc1.64001f']) {
    expect(readAvcName(name)).toBeUndefined()
  }
})

it('[CT7] an item is shown for its duration, a stored film without one for its length', () => {
  const film = { lengthMs: 48_040 }
  expect(secondsOf({ type: 'video', film })).toBe(48.04)
  expect(secondsOf({ type: 'video', film, duration: null })).toBe(48.04)
  expect(secondsOf({ type: 'video', film, duration: 10 })).toBe(10)
  expect(secondsOf({ type: 'video', film, duration: 0 })).toBe(0)
  expect(secondsOf({ type: 'image', film })).toBeUndefined()
  expect(secondsOf({ type: 'video' })).toBeUndefined()
})

describe('[CT5] Upload-Metadata', () => {
  it('says that it is a film, and whether somebody insists', () => {
    for (const insists of [false, true]) {
      expect(readUploadMetadata(filmMetadataOf({ insists }))).toEqual({ kind: 'film', insists })
    }
    expect(filmMetadataOf({ insists: true })).toBe('filetype dmlkZW8vbXA0,insist')
  })

  it('[CT2] says which film it was made of; a word that is no hash is not heard', () => {
    const sourceSha256 = 'a1'.repeat(32)
    for (const insists of [false, true]) {
      expect(readUploadMetadata(filmMetadataOf({ insists, sourceSha256 }))).toEqual({
        kind: 'film',
        insists,
        sourceSha256,
      })
    }
    for (const word of ['', ' ', ' !!!', ` ${btoa('a1')}`, ` ${btoa('A1'.repeat(32))}`, ` ${btoa('a1'.repeat(33))}`])
      expect(readUploadMetadata(`${filmMetadataOf({ insists: false })},source${word}`)).toEqual({
        kind: 'film',
        insists: false,
      })
  })

  it.each([
    undefined,
    '',
    ',',
    'insist',
    'filetype',
    'filetype dGV4dC9odG1s',
    'filetype dmlkZW8vd2VibQ==',
    'filename Li4vLi4veA==,filetype aW1hZ2UvcG5n',
    `filename ${'A'.repeat(10_000)}`,
    'FILETYPE dmlkZW8vbXA0',
    '__proto__ dmlkZW8vbXA0',
  ])('[B54] %j is a picture', (header) => {
    expect(readUploadMetadata(header)).toEqual({ kind: 'picture', insists: false })
  })
})

it('a film has a picture in small where it says so', () => {
  expect(thumbnailUrlOf('/media/a1.jpg')).toBe('/media/a1/thumbnail.webp')
  expect(thumbnailUrlOf('/media/a1.mp4', { poster: true })).toBe('/media/a1/thumbnail.webp')
  expect(thumbnailUrlOf('/media/a1.mp4', { poster: false })).toBeUndefined()
  expect(thumbnailUrlOf('/media/a1.mp4')).toBeUndefined()
  expect(thumbnailUrlOf('https://example.org/a.mp4', { poster: true })).toBeUndefined()
})
