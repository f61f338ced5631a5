import { execFile } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const FOLDER = join(import.meta.dirname, '../../fixtures/films')

/** Small films in the repository. `server/fixtures/films/README.md` says how each was made. */
export type KeptFilm =
  | 'plain.mp4'
  | 'index-behind.mp4'
  | 'with-a-place.mp4'
  | 'hevc.mp4'
  | 'ten-bit.mp4'
  | '60-a-second.mp4'
  | 'rotated.mp4'
  | 'fragmented.mp4'
  | 'plain.mov'
  | 'vp9.mp4'
  | 'vp9.webm'

export function readFilmFixture(name: KeptFilm): Promise<Buffer<ArrayBuffer>> {
  return readFile(join(FOLDER, name)) as Promise<Buffer<ArrayBuffer>>
}

/** True when ffmpeg is installed. */
export function hasFfmpeg(): Promise<boolean> {
  return run('ffmpeg', ['-version']).then(
    () => true,
    () => false,
  )
}

/** Makes a film of a test picture and a tone. @param how ffmpeg options, between the sources and the file */
export async function makeFilm(
  path: string,
  how: string,
  {
    size = '320x180',
    rate = 25,
    seconds = 1,
    sound = true,
  }: { size?: string; rate?: number; seconds?: number; sound?: boolean } = {},
): Promise<Buffer<ArrayBuffer>> {
  const source = (of: string) => ['-f', 'lavfi', '-i', `${of}:duration=${seconds}`]
  const sources = [...source(`testsrc2=size=${size}:rate=${rate}`), ...(sound ? source('sine=frequency=440') : [])]
  await run('ffmpeg', ['-loglevel', 'error', '-y', ...sources, ...how.split(' ').filter(Boolean), path])
  return (await readFile(path)) as Buffer<ArrayBuffer>
}

/** A box of an MP4 file. */
export function boxOf(type: string, ...content: (Uint8Array | string)[]): Buffer<ArrayBuffer> {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as Uint8Array)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.byteLength + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** Position of the first box of this type in a film. */
export function findBox(film: Uint8Array, type: string): { start: number; body: number; end: number } {
  const bytes = Buffer.from(film)
  const at = bytes.indexOf(type, 4, 'latin1')
  if (at < 0) throw new Error(`there is no ${type}`)
  const start = at - 4
  return { start, body: at + 4, end: start + bytes.readUInt32BE(start) }
}

/** Writes a film of this size that uses very little disk space: its pictures come after a hole in a sparse file. */
export async function writeLargeFilm(path: string, sizeBytes: number): Promise<void> {
  const film = await readFilmFixture('index-behind.mp4')
  const data = findBox(film, 'mdat')
  const hole = sizeBytes - film.length
  const head = Buffer.from(film.subarray(0, data.body))
  head.writeUInt32BE(data.end - data.start + hole, data.start)
  const index = Buffer.from(film.subarray(data.end))
  const places = index.indexOf('stco', 0, 'latin1') + 8
  for (let row = 0; row < index.readUInt32BE(places); row += 1) {
    const at = places + 4 + row * 4
    index.writeUInt32BE(index.readUInt32BE(at) + hole, at)
  }
  await using file = await open(path, 'w')
  await file.write(head, 0, head.length, 0)
  await file.write(film, data.body, data.end - data.body, data.body + hole)
  await file.write(index, 0, index.length, data.end + hole)
}

/** Bytes, or a hole of this size in a sparse file, which is read as zeros. */
type Part = Uint8Array | { hole: number }

const sizeOf = (part: Part) => (part instanceof Uint8Array ? part.byteLength : part.hole)

async function writeParts(path: string, parts: readonly Part[]): Promise<void> {
  await using file = await open(path, 'w')
  let at = 0
  for (const part of parts) {
    if (part instanceof Uint8Array) await file.write(part, 0, part.byteLength, at)
    at += sizeOf(part)
  }
  await file.truncate(at)
}

/** A box around parts, without allocating the holes. */
function around(type: string, ...content: Part[]): Part[] {
  const head = boxOf(type)
  head.writeUInt32BE(8 + content.reduce((sum, part) => sum + sizeOf(part), 0))
  return [head, ...content]
}

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

/** Writes a film whose index has this many bytes: the original index and an empty box. */
export async function writeLargeIndex(path: string, indexBytes: number): Promise<void> {
  const film = await readFilmFixture('index-behind.mp4')
  const index = findBox(film, 'moov')
  const content = film.subarray(index.body, index.end)
  const nothing = around('free', { hole: indexBytes - content.byteLength - 8 })
  await writeParts(path, [film.subarray(0, index.start), ...around('moov', content, ...nothing)])
}

/** Writes a film with this number of declared samples. The table with the size of each is a hole. */
export async function writeManySamples(path: string, count: number): Promise<void> {
  const film = await readFilmFixture('index-behind.mp4')
  const [index, data] = [findBox(film, 'moov'), findBox(film, 'mdat')]
  const box = (type: string) => {
    const { start, end } = findBox(film.subarray(index.start), type)
    return film.subarray(index.start + start, index.start + end)
  }
  const sizes = around('stsz', numbers(0, 0, count), { hole: 4 * count })
  const times = around('stts', numbers(0, 1, count, 1))
  const runs = around('stsc', numbers(0, 1, 1, count, 1))
  const places = around('stco', numbers(0, 1, data.body))
  const tables = around('stbl', box('stsd'), ...times, ...runs, ...places, ...sizes)
  const media = around('mdia', box('mdhd'), box('hdlr'), ...around('minf', box('vmhd'), box('dinf'), ...tables))
  const track = around('trak', box('tkhd'), ...media)
  await writeParts(path, [film.subarray(0, index.start), ...around('moov', box('mvhd'), ...track)])
}
