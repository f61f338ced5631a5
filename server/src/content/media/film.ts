import type { FileHandle } from 'node:fs/promises'
import { type FilmTraits, judgeFilm, judgeInsistedFilm, readAvcConfig } from '@placard/contract'
import { AppError } from '../../platform/errors.ts'
import { type Box, type BoxReader, createBoxReader, type Extent, type Rows, typeOf } from './boxes.ts'

/** A film that may be kept: its traits, and the boxes that are unneeded or reveal where it was recorded. */
export type ReadFilm = { traits: FilmTraits; tags: Box[] }

/** The index of a film of 24 hours takes half of this. */
const MAX_INDEX_BYTES = 64 * 2 ** 20
const MAX_MEDIA_DATA_BOXES = 64
/** Limit for a sample description. With parameter sets it has about 200 bytes. */
const MAX_DESCRIPTION_BYTES = 16 * 1024
/** Allowed difference between the length in a header and that of the samples. */
const LENGTH_TOLERANCE_MS = 1_000
const LENGTH_TOLERANCE_SHARE = 0.02
/** Sound that continues longer than this after the pictures is part of the film. */
const SOUND_BEYOND_MS = 250

/** The boxes that a player needs, by parent box. All others are blanked, or belong to films that are refused. */
const KEPT: Record<'file' | 'moov' | 'trak' | 'mdia' | 'minf' | 'stbl', readonly string[]> = {
  file: ['ftyp', 'moov', 'mdat'],
  moov: ['mvhd', 'trak'],
  trak: ['tkhd', 'edts', 'mdia'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'dinf', 'stbl'],
  stbl: [
    'stsd',
    'stts',
    'ctts',
    'cslg',
    'stss',
    'stps',
    'sdtp',
    'stsc',
    'stsz',
    'stz2',
    'stco',
    'co64',
    'sgpd',
    'sbgp',
  ],
}
/** Each box at most once. */
type Parts = Partial<Record<string, Box>>

/**
 * Reads a film in place and checks it. Values in the file are verified wherever possible: the length is calculated from the
 * samples, and each sample must lie within the file.
 *
 * @param insists accept it even if not every screen can play it
 * @throws AppError not-a-film, film-damaged, film-not-for-every-screen
 */
export async function readFilm(file: Pick<FileHandle, 'read'>, sizeBytes: number, insists: boolean): Promise<ReadFilm> {
  const reader = createBoxReader(file, sizeBytes)
  const head = await reader.read({ start: 0, end: sizeBytes }, 12)
  if (head.byteLength < 12 || typeOf(head) !== 'ftyp') throw new AppError('not-a-film')
  if (head.getUint32(8) === QUICKTIME) throw notForEvery('container')
  const tags: Box[] = []
  const data: Extent[] = []
  let index: Box | undefined
  for await (const box of reader.boxes({ start: 0, end: sizeBytes })) {
    if (box.type === 'moof' || box.type === 'styp' || box.type === 'sidx') throw notForEvery()
    if (box.type === 'mdat') data.push({ start: box.body, end: box.end })
    else if (box.type === 'moov') {
      if (index) throw damaged()
      index = box
    } else if (!KEPT.file.includes(box.type)) tags.push(box)
    if (data.length > MAX_MEDIA_DATA_BOXES) throw damaged()
  }
  // The film was cut off before its index, or its data is missing.
  if (!index || data.length === 0) throw damaged()
  if (index.end - index.body > MAX_INDEX_BYTES) throw damaged()

  const film = createIndex(reader, data, tags)
  const { header, tracks } = await film.read(index)
  const pictures = tracks.filter(({ handler }) => handler === 'vide')
  const sounds = tracks.filter(({ handler }) => handler === 'soun')
  const [picture] = pictures
  const [sound] = sounds
  if (!picture) throw new AppError('not-a-film')
  // Subtitles, chapters and recorded locations are refused: tracks that are not shown are not kept either.
  if (pictures.length > 1 || sounds.length > 1 || tracks.length > pictures.length + sounds.length) throw notForEvery()

  const shown = await readPictures(reader, picture)
  const lengthMs = lengthOf(picture, sound, header)
  const bytes = picture.samples.bytes + (sound?.samples.bytes ?? 0)
  const traits: FilmTraits = {
    ...shown,
    container: 'mp4',
    framesPerSecond: (picture.samples.count * 1_000) / picture.samples.lengthMs,
    bitsPerSecond: (bytes * 8_000) / lengthMs,
    rotation: header.isPlain ? picture.rotation : -1,
    fragmented: false,
    sound: sound ? await readSoundName(reader, sound) : null,
    lengthMs: Math.round(lengthMs),
  }
  const problems = insists ? judgeInsistedFilm(traits) : judgeFilm(traits)
  if (problems.length > 0) throw notForEvery(problems.join(', '))
  return { traits, tags }
}

/** Major brand of QuickTime files: `qt  `. */
const QUICKTIME = 0x71742020

const damaged = (why?: string) => new AppError('film-damaged', why === undefined ? {} : { cause: new Error(why) })
const notForEvery = (why?: string) =>
  new AppError('film-not-for-every-screen', why === undefined ? {} : { cause: new Error(why) })

type Header = { timescale: number; lengthMs: number; isPlain: boolean }
type Track = {
  handler: string
  rotation: number
  /** Display size in pixels. */
  width: number
  height: number
  description: Box
  samples: Samples
  /** Length of the one part that is shown. Undefined: all of it. */
  editedMs: number | undefined
}
/** Totals of the samples in a track. */
type Samples = { count: number; bytes: number; lengthMs: number }

/** Reads the index. @param tags receives the boxes that must be blanked */
function createIndex(reader: BoxReader, data: readonly Extent[], tags: Box[]) {
  /** The child boxes of a box. Boxes that a player does not need are put into `tags`. */
  async function partsOf(box: Extent, level: keyof typeof KEPT): Promise<Parts> {
    const parts: Parts = {}
    for await (const part of reader.boxes(box)) {
      if (!KEPT[level].includes(part.type)) tags.push(part)
      else if (parts[part.type]) throw damaged(`two ${part.type}`)
      else parts[part.type] = part
    }
    return parts
  }

  async function read(index: Box): Promise<{ header: Header; tracks: Track[] }> {
    let header: Box | undefined
    const boxes: Box[] = []
    for await (const part of reader.boxes({ start: index.body, end: index.end })) {
      if (part.type === 'mvex') throw notForEvery('fragmented')
      if (part.type === 'mvhd') header = part
      else if (part.type === 'trak') boxes.push(part)
      else tags.push(part)
    }
    if (!header) throw damaged('no header')
    if (boxes.length > MAX_TRACKS) throw notForEvery(`${boxes.length} tracks`)
    const known = await readHeader(header)
    const tracks: Track[] = []
    for (const box of boxes) tracks.push(await readTrack(box, known))
    return { header: known, tracks }
  }

  async function readHeader(box: Box): Promise<Header> {
    const view = await reader.read({ start: box.body, end: box.end }, 120)
    const isLong = versionOf(view) === 1
    const [timescale, duration] = isLong ? [u32(view, 20), u64(view, 24)] : [u32(view, 12), u32(view, 16)]
    const rotation = rotationOf(view, isLong ? 48 : 36)
    return { timescale, lengthMs: (duration * 1_000) / timescale, isPlain: rotation === 0 }
  }

  async function readTrack(box: Box, header: Header): Promise<Track> {
    const { tkhd, edts, mdia } = await partsOf({ start: box.body, end: box.end }, 'trak')
    if (!tkhd || !mdia) throw damaged('a track without a part')
    const shown = await reader.read({ start: tkhd.body, end: tkhd.end }, 104)
    const at = versionOf(shown) === 1 ? 52 : 40
    const { mdhd, hdlr, minf } = await partsOf({ start: mdia.body, end: mdia.end }, 'mdia')
    if (!mdhd || !hdlr || !minf) throw damaged('a track without a part')
    const timing = await reader.read({ start: mdhd.body, end: mdhd.end }, 36)
    const isLong = versionOf(timing) === 1
    const [timescale, said] = isLong ? [u32(timing, 20), u64(timing, 24)] : [u32(timing, 12), u32(timing, 16)]
    const { dinf, stbl } = await partsOf({ start: minf.body, end: minf.end }, 'minf')
    if (!dinf || !stbl) throw damaged('a track without a part')
    await requireOwnData(dinf)
    const tables = await partsOf({ start: stbl.body, end: stbl.end }, 'stbl')
    if (!tables.stsd || timescale === 0) throw damaged('no description')
    const samples = await readSamples(tables, timescale)
    requireNear((said * 1_000) / timescale, samples.lengthMs)
    return {
      handler: typeOf(within(await reader.read({ start: hdlr.body, end: hdlr.end }, 12), 12), 8),
      rotation: rotationOf(shown, at),
      width: u32(shown, at + 36) / 65_536,
      height: u32(shown, at + 40) / 65_536,
      description: tables.stsd,
      samples,
      editedMs: edts && (await readEdit(edts, header)),
    }
  }

  /** [B66] Sample data must be in this file. */
  async function requireOwnData(dinf: Box): Promise<void> {
    for await (const dref of reader.boxes({ start: dinf.body, end: dinf.end })) {
      if (dref.type !== 'dref') throw damaged('data elsewhere')
      let own = 0
      for await (const entry of reader.boxes({ start: dref.body + 8, end: dref.end })) {
        const flags = u32(await reader.read({ start: entry.body, end: entry.end }, 4), 0)
        if (entry.type !== 'url ' || (flags & 1) === 0) throw damaged('data elsewhere')
        own += 1
      }
      if (own !== 1) throw damaged('data elsewhere')
    }
  }

  /** Accepts a single segment of a track at normal speed, optionally after a pause. @returns its length */
  async function readEdit(edts: Box, { timescale }: Header): Promise<number | undefined> {
    for await (const elst of reader.boxes({ start: edts.body, end: edts.end })) {
      if (elst.type !== 'elst') throw damaged('an edit that is none')
      const view = await reader.read({ start: elst.body, end: elst.end }, 8 + 2 * 20)
      const isLong = versionOf(view) === 1
      const width = isLong ? 20 : 12
      const count = u32(view, 4)
      if (count > 2) throw notForEvery('edited')
      let shownMs: number | undefined
      for (let at = 8; at < 8 + count * width; at += width) {
        const [length, time] = isLong ? [u64(view, at), i64(view, at + 8)] : [u32(view, at), i32(view, at + 4)]
        if (u32(view, at + (isLong ? 16 : 8)) !== 0x10000) throw notForEvery('edited')
        if (time === -1) continue
        if (time < 0 || shownMs !== undefined) throw notForEvery('edited')
        shownMs = (length * 1_000) / timescale
      }
      return shownMs
    }
    return undefined
  }

  /** Counts the samples and checks the position of each. */
  async function readSamples(tables: Parts, timescale: number): Promise<Samples> {
    const { stts, stsc, stsz, stco, co64 } = tables
    const places = stco ?? co64
    if (!stts || !stsc || !stsz || !places || (stco && co64)) throw damaged('no table of samples')
    const sizes = await readSizes(stsz)
    const times = await tableOf(stts, 8)
    let count = 0
    let ticks = 0
    for (let row = await times.next(); row; row = await times.next()) {
      const samples = row.view.getUint32(row.at)
      count += samples
      ticks += samples * row.view.getUint32(row.at + 4)
    }
    if (count !== sizes.count || count === 0 || count > MAX_SAMPLES) throw damaged('as many samples as times')
    const chunks = await tableOf(places, stco ? 4 : 8)
    const runs = await tableOf(stsc, 12)
    let run = await runs.next()
    let perChunk = 0
    let chunk = 0
    let left = count
    let bytes = 0
    if (run?.view.getUint32(run.at) !== 1) throw damaged('samples without a place')
    for (let row = await chunks.next(); row; row = await chunks.next()) {
      chunk += 1
      if (run && run.view.getUint32(run.at) === chunk) {
        perChunk = run.view.getUint32(run.at + 4)
        if (run.view.getUint32(run.at + 8) !== 1) throw notForEvery('several descriptions')
        run = await runs.next()
        if (run && run.view.getUint32(run.at) <= chunk) throw damaged('runs out of order')
      }
      if (perChunk > left) throw damaged('more places than samples')
      left -= perChunk
      let size = 0
      for (let sample = 0; sample < perChunk; sample += 1) size += await sizes.next()
      bytes += size
      const start = stco ? row.view.getUint32(row.at) : Number(row.view.getBigUint64(row.at))
      if (size > 0 && !data.some((extent) => extent.start <= start && start + size <= extent.end)) {
        throw damaged('a sample that is not there')
      }
    }
    if (left > 0 || ticks === 0) throw damaged('samples without a place, or a time')
    return { count, bytes, lengthMs: (ticks * 1_000) / timescale }
  }

  async function readSizes(box: Box): Promise<{ count: number; next: () => Promise<number> }> {
    const view = await reader.read({ start: box.body, end: box.end }, 12)
    const [all, count] = [u32(view, 4), u32(view, 8)]
    if (all !== 0) return { count, next: async () => all }
    const rows = reader.rows({ start: box.body + 12, end: box.end, count, width: 4 })
    return {
      count,
      async next() {
        const row = await rows.next()
        if (!row) throw damaged('a sample without a size')
        return row.view.getUint32(row.at)
      },
    }
  }

  async function tableOf(box: Box, width: number): Promise<Rows> {
    const count = u32(await reader.read({ start: box.body, end: box.end }, 8), 4)
    return reader.rows({ start: box.body + 8, end: box.end, count, width })
  }

  return { read }
}

/** One for pictures, one for sound; a few more are allowed so that the film gets a better error than a file with ten thousand. */
const MAX_TRACKS = 8
/** 24 hours of sound at 96 kHz. */
const MAX_SAMPLES = 10_000_000

/** @throws AppError film-damaged if the length in a header differs from the actual one */
function requireNear(saidMs: number, lengthMs: number): void {
  const tolerance = LENGTH_TOLERANCE_MS + lengthMs * LENGTH_TOLERANCE_SHARE
  if (!(Math.abs(saidMs - lengthMs) <= tolerance && saidMs > 0)) throw damaged('a length that is not so')
}

/** The playing time of the film, in milliseconds. */
function lengthOf(picture: Track, sound: Track | undefined, header: Header): number {
  const shown = shownOf(picture)
  const heard = sound ? shownOf(sound) : 0
  requireNear(header.lengthMs, Math.max(shown, heard))
  return heard > shown + SOUND_BEYOND_MS ? heard : shown
}

function shownOf({ samples, editedMs }: Track): number {
  return editedMs !== undefined && editedMs > 0 ? Math.min(editedMs, samples.lengthMs) : samples.lengthMs
}

/** The single sample description of a track. */
async function readDescription(reader: BoxReader, box: Box, head: number): Promise<{ entry: Box; parts: Parts }> {
  if (u32(await reader.read({ start: box.body, end: box.end }, 8), 4) !== 1) throw notForEvery('several descriptions')
  for await (const entry of reader.boxes({ start: box.body + 8, end: box.end })) {
    const parts: Parts = {}
    if (entry.body + head > entry.end) throw damaged('half a description')
    for await (const part of reader.boxes({ start: entry.body + head, end: entry.end })) parts[part.type] ??= part
    return { entry, parts }
  }
  throw damaged('no description')
}

type Shown = Pick<FilmTraits, 'codec' | 'width' | 'height' | 'bitDepth' | 'interlaced' | 'squarePixels'>

/** Bytes of a picture description before its child boxes. */
const PICTURE_HEAD = 78
const SOUND_HEAD = 28

async function readPictures(reader: BoxReader, track: Track): Promise<Shown> {
  const { entry, parts } = await readDescription(reader, track.description, PICTURE_HEAD)
  const head = await reader.read({ start: entry.body, end: entry.end }, PICTURE_HEAD)
  const size = { width: head.getUint16(24), height: head.getUint16(26) }
  const content = async (part: Box | undefined) => {
    if (!part) throw damaged('a codec without its parameters')
    const view = await reader.read({ start: part.body, end: part.end }, MAX_DESCRIPTION_BYTES)
    return new Uint8Array(view.buffer, 0, view.byteLength)
  }
  const isSquare = await hasSquarePixels(reader, parts.pasp)
  const plain = { ...size, bitDepth: 8, interlaced: false, squarePixels: isSquare }
  switch (entry.type) {
    case 'avc1': {
      const read = readAvcConfig(await content(parts.avcC))
      if (!read) throw damaged('unreadable parameters')
      if (!read.isPlainColour && /^avc1\.(42|4d|64)/.test(read.codec)) throw damaged('unreadable parameters')
      const { isPlainColour: _, ...rest } = read
      return { ...rest, squarePixels: read.squarePixels && isSquare && isShownAs(track, read) }
    }
    case 'hvc1':
    case 'hev1': {
      const bytes = await content(parts.hvcC)
      if (bytes.byteLength < 23 || bytes[0] !== 1) throw damaged('unreadable parameters')
      const [chroma = 0, luma = 0, other = 0] = bytes.subarray(16, 19)
      if ((chroma & 3) > 1) throw notForEvery('colour')
      const bitDepth = Math.max(luma & 7, other & 7) + 8
      return {
        ...plain,
        codec: hevcName(entry.type, bytes),
        bitDepth,
        squarePixels: isSquare && isShownAs(track, size),
      }
    }
    default:
      // Includes encrypted films (`encv`).
      return { ...plain, codec: entry.type }
  }
}

/** False if the film is shown with another aspect ratio than its pictures have. */
function isShownAs({ width, height }: Track, pictures: { width: number; height: number }): boolean {
  return Math.abs(width / height / (pictures.width / pictures.height) - 1) < 0.02
}

async function hasSquarePixels(reader: BoxReader, pasp: Box | undefined): Promise<boolean> {
  if (!pasp) return true
  const view = await reader.read({ start: pasp.body, end: pasp.end }, 8)
  return u32(view, 0) === u32(view, 4)
}

/** ISO/IEC 14496-15, annex E: `hvc1.1.6.L120.90`. */
function hevcName(type: string, bytes: Uint8Array): string {
  const first = bytes[1] ?? 0
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let compatible = 0
  for (let bit = 0; bit < 32; bit += 1) if (view.getUint32(2) & (1 << bit)) compatible += 2 ** (31 - bit)
  const constraints = [...bytes.subarray(6, 12)]
  while (constraints.at(-1) === 0) constraints.pop()
  const space = ['', 'A', 'B', 'C'][first >> 6]
  const tier = first & 32 ? 'H' : 'L'
  const rest = constraints.map((byte) => `.${byte.toString(16)}`).join('')
  return `${type}.${space}${first & 31}.${compatible.toString(16)}.${tier}${bytes[12]}${rest}`
}

/** The codec name by RFC 6381. For AAC, includes the object type of the decoder configuration. */
async function readSoundName(reader: BoxReader, track: Track): Promise<string> {
  const { entry, parts } = await readDescription(reader, track.description, SOUND_HEAD)
  const head = await reader.read({ start: entry.body, end: entry.end }, SOUND_HEAD)
  // QuickTime's later versions are longer, and are not used in MP4 files.
  if (entry.type !== 'mp4a' || head.getUint16(8) !== 0 || !parts.esds) return entry.type
  const { start, end } = { start: parts.esds.body + 4, end: parts.esds.end }
  const bytes = new Uint8Array((await reader.read({ start, end }, 256)).buffer)
  return `mp4a.${soundKind(bytes) ?? ''}`
}

/**
 * The object type in the descriptors of an elementary stream (ISO/IEC 14496-1, 7.2.6), such as `40.2`. Undefined if they cannot
 * be read.
 */
function soundKind(bytes: Uint8Array): string | undefined {
  let at = 0
  /** Enters the next descriptor. @returns its tag */
  const enter = () => {
    const tag = bytes[at]
    at += 1
    for (let more = 0; more < 4 && (bytes[at] ?? 0) & 0x80; more += 1) at += 1
    at += 1
    return tag
  }
  if (enter() !== 3) return undefined
  const flags = bytes[at + 2] ?? 0
  if (flags & 0xe0) return undefined
  at += 3
  if (enter() !== 4) return undefined
  const object = bytes[at]
  at += 13
  if (object === undefined) return undefined
  if (object !== 0x40) return object.toString(16)
  if (enter() !== 5 || at >= bytes.length) return undefined
  const kind = (bytes[at] ?? 0) >> 3
  return `40.${kind === 31 ? 32 + ((((bytes[at] ?? 0) & 7) << 3) | ((bytes[at + 1] ?? 0) >> 5)) : kind}`
}

/** The rotation of the matrix at that position, in clockwise degrees; -1 if it is not a rotation. */
function rotationOf(view: DataView, at: number): number {
  const turn = [0, 4, 12, 16].map((offset) => i32(view, at + offset) / 65_536)
  const found = TURNS.findIndex((one) => one.every((value, index) => value === turn[index]))
  return found < 0 ? -1 : found * 90
}
const TURNS = [
  [1, 0, 0, 1],
  [0, 1, -1, 0],
  [-1, 0, 0, -1],
  [0, -1, 1, 0],
]

// A number beyond the end means that the box is incomplete.
function within(view: DataView, end: number): DataView {
  if (end > view.byteLength) throw damaged('half a box')
  return view
}
const versionOf = (view: DataView) => within(view, 1).getUint8(0)
const u32 = (view: DataView, at: number) => within(view, at + 4).getUint32(at)
const i32 = (view: DataView, at: number) => within(view, at + 4).getInt32(at)
const u64 = (view: DataView, at: number) => Number(within(view, at + 8).getBigUint64(at))
const i64 = (view: DataView, at: number) => Number(within(view, at + 8).getBigInt64(at))
