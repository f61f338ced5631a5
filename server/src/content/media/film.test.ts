import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_FILM_BYTES } from '@placard/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import {
  boxOf,
  findBox,
  hasFfmpeg,
  type KeptFilm,
  makeFilm,
  readFilmFixture,
  writeLargeFilm,
} from '../../testing/films.ts'
import { type ReadFilm, readFilm } from './film.ts'

const canMake = await hasFfmpeg()
if (!canMake) console.warn('SKIPPED: films that ffmpeg makes. Debian: apt install ffmpeg')

/** A file handle on some bytes, which records how much was read. */
function fileOf(bytes: Uint8Array) {
  const asked = { bytes: 0, largest: 0 }
  const read = async (into: Uint8Array, at: number, length: number, position: number) => {
    const found = bytes.subarray(position, position + length)
    into.set(found, at)
    asked.bytes += found.byteLength
    asked.largest = Math.max(asked.largest, into.byteLength)
    return { bytesRead: found.byteLength, buffer: into }
  }
  return { file: { read } as unknown as Parameters<typeof readFilm>[0], asked }
}

const reading = (bytes: Uint8Array, insists = false): Promise<ReadFilm> =>
  readFilm(fileOf(bytes).file, bytes.byteLength, insists)
const codeOf = (bytes: Uint8Array, insists = false) =>
  reading(bytes, insists).then(
    () => 'taken',
    (error) => (error instanceof AppError ? error.code : error),
  )
/** The film with some of its bytes changed. */
function changed(film: Uint8Array, change: (view: DataView, bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(film)
  change(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes)
  return bytes
}

describe('[CT5] a film that came', () => {
  let plain: Buffer
  let folder: string
  beforeAll(async () => {
    plain = await readFilmFixture('plain.mp4')
    folder = await mkdtemp(join(tmpdir(), 'placard-film-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is read from its container: codecs, size, rate, length', async () => {
    const { traits } = await reading(plain)
    expect(traits).toMatchObject({
      container: 'mp4',
      width: 160,
      height: 90,
      framesPerSecond: 15,
      bitDepth: 8,
      interlaced: false,
      rotation: 0,
      squarePixels: true,
      fragmented: false,
      sound: 'mp4a.40.2',
      lengthMs: 800,
    })
    expect(traits.codec).toMatch(/^avc1\.6400[01][0-9a-f]$/)
    expect(traits.bitsPerSecond).toBeGreaterThan(10_000)
    expect(traits.bitsPerSecond).toBeLessThan(100_000)
  })

  it.each<[KeptFilm, string, string]>([
    ['index-behind.mp4', 'taken', 'taken'],
    ['with-a-place.mp4', 'taken', 'taken'],
    ['hevc.mp4', 'film-not-for-every-screen', 'taken'],
    ['60-a-second.mp4', 'film-not-for-every-screen', 'taken'],
    ['ten-bit.mp4', 'film-not-for-every-screen', 'film-not-for-every-screen'],
    ['rotated.mp4', 'film-not-for-every-screen', 'film-not-for-every-screen'],
    ['fragmented.mp4', 'film-not-for-every-screen', 'film-not-for-every-screen'],
    ['plain.mov', 'film-not-for-every-screen', 'film-not-for-every-screen'],
    ['vp9.mp4', 'film-not-for-every-screen', 'film-not-for-every-screen'],
    ['vp9.webm', 'not-a-film', 'not-a-film'],
  ])('[B65] %s: %s, and where somebody insists %s', async (name, code, insisted) => {
    const film = await readFilmFixture(name)
    expect(await codeOf(film)).toBe(code)
    expect(await codeOf(film, true)).toBe(insisted)
  })

  it('[CT6] says of H.265 and of 60 pictures a second what they are', async () => {
    const hevc = await reading(await readFilmFixture('hevc.mp4'), true)
    expect(hevc.traits.codec).toMatch(/^hvc1\.1\.6\.L\d+(\.[0-9a-f]+)*$/)
    expect(hevc.traits).toMatchObject({ bitDepth: 8, sound: null })
    expect((await reading(await readFilmFixture('60-a-second.mp4'), true)).traits.framesPerSecond).toBeCloseTo(60, 1)
  })

  it('[B55] [B56] a file that is not a film is refused, whatever its name and its first bytes are', async () => {
    expect(await codeOf(Buffer.from('once upon a time there was a text'))).toBe('not-a-film')
    expect(await codeOf(Buffer.alloc(0))).toBe('not-a-film')
    expect(await codeOf(plain.subarray(0, 11))).toBe('not-a-film')
    expect(await codeOf(Buffer.from('<!doctype html><script>alert(1)</script>'))).toBe('not-a-film')
    expect(await codeOf(Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'))).toBe('not-a-film')
    expect(await codeOf(Buffer.concat([plain, Buffer.from('<!doctype html><script>alert(1)</script>')]))).toBe(
      'film-damaged',
    )
  })

  it('[B59] cut off anywhere it is damaged, in its pictures too, although its index is whole', async () => {
    for (const film of [plain, await readFilmFixture('index-behind.mp4')]) {
      const cuts = [...Array.from({ length: 40 }, (_, part) => Math.floor((film.length * part) / 40)), film.length - 1]
      for (const cut of cuts.filter((at) => at >= 12)) expect(await codeOf(film.subarray(0, cut))).toBe('film-damaged')
    }
  })

  it('[B59] a cut that closes the box is found by the last sample', async () => {
    const { start, end } = findBox(plain, 'mdat')
    expect(end).toBe(plain.length)
    const cut = changed(plain.subarray(0, end - 10), (view) => view.setUint32(start, end - 10 - start))
    expect(await codeOf(cut)).toBe('film-damaged')
    // The same if other data follow, which its samples would point to.
    expect(await codeOf(Buffer.concat([cut, boxOf('free', Buffer.alloc(10_000))]))).toBe('film-damaged')
  })

  it('[B67] a length that is not that of its samples is a lie', async () => {
    const { body } = findBox(plain, 'mvhd')
    const track = findBox(plain, 'mdhd').body
    for (const place of [body + 16, track + 16]) {
      for (const lie of [0, 0x7fff_ffff, 0xffff_ffff]) {
        expect(await codeOf(changed(plain, (view) => view.setUint32(place, lie)))).toBe('film-damaged')
      }
      // A length that is off by less than a second is due to rounding; the actual length is returned.
      const near = await reading(changed(plain, (view) => view.setUint32(place, 1)))
      expect(near.traits.lengthMs).toBe(800)
    }
    for (const place of [body + 12, track + 12]) {
      expect(await codeOf(changed(plain, (view) => view.setUint32(place, 0)))).toBe('film-damaged')
    }
    // Samples of 10^9 seconds each, and of no length.
    const times = findBox(plain, 'stts').body
    for (const lie of [0, 0xffff_ffff, 0x8000_0000]) {
      expect(await codeOf(changed(plain, (view) => view.setUint32(times + 12, lie)))).toBe('film-damaged')
    }
  })

  it('[B66] pictures that lie elsewhere are not there', async () => {
    const { body, end } = findBox(plain, 'url ')
    expect(await codeOf(changed(plain, (view) => view.setUint32(body, 0)))).toBe('film-damaged')
    expect(await codeOf(changed(plain, (_, bytes) => bytes.write('alis', body - 4, 'latin1')))).toBe('film-damaged')
    expect(end - body).toBe(4)
  })

  it('tables that say more than they have, or than there is, cost nothing', async () => {
    for (const [table, place] of [
      ['stsz', 8],
      ['stsc', 4],
      ['stts', 4],
      ['stco', 4],
      ['stsd', 4],
    ] as const) {
      const { body } = findBox(plain, table)
      const forged = changed(plain, (view) => view.setUint32(body + place, 0xffff_ffff))
      const { file, asked } = fileOf(forged)
      await expect(readFilm(file, forged.length, false)).rejects.toMatchObject({
        code: expect.stringMatching(/^film-/),
      })
      expect(asked.largest).toBeLessThanOrEqual(64 * 1024)
    }
    // All samples have one size: a table without rows.
    const { body } = findBox(plain, 'stsz')
    const forged = changed(plain, (view) => {
      view.setUint32(body + 4, 1)
      view.setUint32(body + 8, 0xffff_fff0)
    })
    expect(await codeOf(forged)).toBe('film-damaged')
  })

  it('ten thousand tracks, an index of 500 MB and boxes without end are refused, and hardly looked at', async () => {
    const index = findBox(plain, 'moov')
    const track = plain.subarray(findBox(plain, 'trak').start, findBox(plain, 'trak').end)
    const head = plain.subarray(0, index.start)
    const tracks = boxOf('moov', plain.subarray(index.body, findBox(plain, 'trak').start), ...Array(10_000).fill(track))
    const many = Buffer.concat([head, tracks, plain.subarray(index.end)])
    const large = boxOf('moov', Buffer.alloc(70 * 2 ** 20))
    const cases = [
      many,
      Buffer.concat([head, large, plain.subarray(index.end)]),
      Buffer.concat([head, ...Array(5_000).fill(boxOf('free')), plain.subarray(index.start)]),
    ]
    for (const film of cases) {
      const { file, asked } = fileOf(film)
      await expect(readFilm(file, film.length, true)).rejects.toMatchObject({ code: expect.stringMatching(/^film-/) })
      expect(asked.bytes).toBeLessThan(1_000_000)
    }
  })

  it('one without pictures is no film; one with two of them, or with subtitles, is not for every screen', async () => {
    const asHandler = (name: string) => changed(plain, (_, bytes) => bytes.write(name, findBox(plain, 'hdlr').body + 8))
    expect(await codeOf(asHandler('soun'))).toBe('not-a-film')
    expect(await codeOf(asHandler('meta'))).toBe('not-a-film')
    const sounds = plain.lastIndexOf('soun')
    expect(await codeOf(changed(plain, (_, bytes) => bytes.write('vide', sounds)))).toBe('film-not-for-every-screen')
    expect(await codeOf(changed(plain, (_, bytes) => bytes.write('text', sounds)))).toBe('film-not-for-every-screen')
  })

  it('encrypted pictures, and a codec without parameters, are not taken', async () => {
    // The first occurrence is a brand.
    const at = plain.lastIndexOf('avc1')
    expect(
      await codeOf(
        changed(plain, (_, bytes) => bytes.write('encv', at)),
        true,
      ),
    ).toBe('film-not-for-every-screen')
    const config = findBox(plain, 'avcC').body
    expect(await codeOf(changed(plain, (_, bytes) => bytes.write('nonE', config - 4)))).toBe('film-damaged')
    // The decoder configuration contradicts the parameter sets.
    expect(await codeOf(changed(plain, (view) => view.setUint8(config + 3, 51)))).toBe('film-damaged')
  })

  it('whatever happens to its bytes, it is taken or refused in words, and little of it is looked at', async () => {
    const places = [...plain.keys()].slice(0, findBox(plain, 'moov').end)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...places), fc.oneof(fc.constantFrom(0, 1, 127, 128, 255), fc.nat(255))), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.boolean(),
        async (changes, insists) => {
          const film = changed(plain, (_, bytes) => {
            for (const [at, value] of changes) bytes[at] = value
          })
          const { file, asked } = fileOf(film)
          const outcome = await readFilm(file, film.length, insists).then(
            ({ traits }) => {
              expect(traits.lengthMs).toBeGreaterThan(0)
              expect(traits.lengthMs).toBeLessThanOrEqual(86_400_000)
              return 'taken'
            },
            (error) => error.code,
          )
          expect(['taken', 'not-a-film', 'film-damaged', 'film-not-for-every-screen']).toContain(outcome)
          expect(asked.bytes).toBeLessThan(20 * film.length)
          expect(asked.largest).toBeLessThanOrEqual(64 * 1024)
        },
      ),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 1_000 },
    )
  })

  it('of a film of 2 GiB only the index is read', async () => {
    const path = join(folder, 'large.mp4')
    await writeLargeFilm(path, MAX_FILM_BYTES)
    await using file = await open(path)
    let asked = 0
    const read = (...how: [Buffer, number, number, number]) => {
      asked += how[2]
      return file.read(...how)
    }
    const { traits } = await readFilm({ read } as never, MAX_FILM_BYTES, false)
    expect(traits).toMatchObject({ lengthMs: 800, width: 160 })
    expect(asked).toBeLessThan(100_000)
  })

  it.skipIf(!canMake).each<[string, string, Parameters<typeof makeFilm>[2], string, string]>([
    [
      '1080p',
      '-c:v libx264 -preset veryfast -crf 40 -level 4.0 -pix_fmt yuv420p',
      { size: '1920x1080', seconds: 0.2 },
      'taken',
      'taken',
    ],
    ['upright', '-c:v libx264 -pix_fmt yuv420p', { size: '180x320' }, 'taken', 'taken'],
    ['without sound', '-c:v libx264 -pix_fmt yuv420p', { sound: false }, 'taken', 'taken'],
    ['baseline', '-c:v libx264 -profile:v baseline -pix_fmt yuv420p', {}, 'taken', 'taken'],
    ['of a changing rate', '-c:v libx264 -pix_fmt yuv420p -vf select=not(mod(n\\,3)) -vsync vfr', {}, 'taken', 'taken'],
    ['with a part of it shown', '-c:v libx264 -pix_fmt yuv420p -ss 0.4', {}, 'taken', 'taken'],
    [
      '4K',
      '-c:v libx264 -preset ultrafast -pix_fmt yuv420p',
      { size: '3840x2160', seconds: 0.1 },
      'film-not-for-every-screen',
      'taken',
    ],
    [
      'interlaced',
      '-c:v libx264 -pix_fmt yuv420p -flags +ilme+ildct',
      {},
      'film-not-for-every-screen',
      'film-not-for-every-screen',
    ],
    ['4:4:4', '-c:v libx264 -pix_fmt yuv444p', {}, 'film-not-for-every-screen', 'film-not-for-every-screen'],
    [
      'broad pixels',
      '-c:v libx264 -pix_fmt yuv420p -vf setsar=4/3',
      {},
      'film-not-for-every-screen',
      'film-not-for-every-screen',
    ],
    [
      'MP3 sound',
      '-c:v libx264 -pix_fmt yuv420p -c:a libmp3lame',
      {},
      'film-not-for-every-screen',
      'film-not-for-every-screen',
    ],
    [
      'AC-3 sound',
      '-c:v libx264 -pix_fmt yuv420p -c:a ac3',
      {},
      'film-not-for-every-screen',
      'film-not-for-every-screen',
    ],
    ['MPEG-4 part 2', '-c:v mpeg4', {}, 'film-not-for-every-screen', 'film-not-for-every-screen'],
    ['AV1', '-c:v libsvtav1 -preset 12', { seconds: 0.2 }, 'film-not-for-every-screen', 'film-not-for-every-screen'],
    [
      'HEVC of 10 bit',
      '-c:v libx265 -pix_fmt yuv420p10le -tag:v hvc1 -x265-params log-level=error',
      {},
      'film-not-for-every-screen',
      'taken',
    ],
  ])('[B65] %s', async (name, how, made, code, insisted) => {
    const film = await makeFilm(join(folder, `${name.replace(/\W/g, '-')}.mp4`), how, made)
    expect(await codeOf(film)).toBe(code)
    expect(await codeOf(film, true)).toBe(insisted)
  })
})
