import type { PictureSize } from './picture-size.ts'

/** A page of a TIFF file (TIFF 6.0), read from its directory without decoding it. */
export type TiffPage = PictureSize & {
  isLittleEndian: boolean
  /** The values of the tags used here. `numbersOf` reads the values for the strips. */
  entries: ReadonlyMap<number, Entry>
}
type Entry = { type: number; count: number; at: number }

/** The tags used here. */
export const TAG = {
  subfile: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planar: 284,
  faxOptions: 292,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  extraSamples: 338,
  jpegTables: 347,
} as const

/** Flags of a thumbnail of another page, or of a mask: not a page. */
const NO_PAGE = 1 | 4
/** Limits for directories, which are counted before the user is asked how many pages to use. */
const MOST_DIRECTORIES = 4_096
const MOST_ENTRIES = 1_024
/** Bytes per value of each type. Other types are not used here. */
const NUMBER_BYTES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 7: 1 }

/** The pages of a TIFF file cannot be found. */
export class DamagedTiff extends Error {}

/**
 * Reads the directories of a TIFF file, which may be anywhere in it.
 *
 * @throws DamagedTiff if they are outside of the file, form a loop, or are too many
 */
export async function readTiffPages(file: Blob): Promise<TiffPage[]> {
  const head = await viewOf(file, 0, 8)
  const isLittleEndian = head.getUint16(0) === 0x4949
  const pages: TiffPage[] = []
  const seen = new Set<number>()
  for (let at = head.getUint32(4, isLittleEndian); at !== 0; ) {
    if (seen.has(at) || seen.size >= MOST_DIRECTORIES) throw new DamagedTiff('directories without an end')
    seen.add(at)
    const count = (await viewOf(file, at, 2)).getUint16(0, isLittleEndian)
    if (count === 0 || count > MOST_ENTRIES) throw new DamagedTiff(`a directory of ${count} entries`)
    const directory = await viewOf(file, at + 2, count * 12 + 4)
    const page = pageOf(directory, at + 2, count, isLittleEndian)
    if (page) pages.push(page)
    at = directory.getUint32(count * 12, isLittleEndian)
  }
  return pages
}

function pageOf(view: DataView, start: number, count: number, isLittleEndian: boolean): TiffPage | undefined {
  const entries = new Map<number, Entry>()
  const first = (tag: number) => {
    const entry = entries.get(tag)
    if (!entry) return 0
    const at = entry.at - start
    return entry.type === 3 ? view.getUint16(at, isLittleEndian) : view.getUint32(at, isLittleEndian)
  }
  for (let at = 0; at < count * 12; at += 12) {
    const type = view.getUint16(at + 2, isLittleEndian)
    const numbers = view.getUint32(at + 4, isLittleEndian)
    const bytes = (NUMBER_BYTES[type] ?? 0) * numbers
    if (bytes === 0) continue
    // Values of up to four bytes are in the entry itself.
    const place = bytes > 4 ? view.getUint32(at + 8, isLittleEndian) : start + at + 8
    entries.set(view.getUint16(at, isLittleEndian), { type, count: numbers, at: place })
  }
  const [width, height] = [first(TAG.width), first(TAG.height)]
  if (first(TAG.subfile) & NO_PAGE) return undefined
  return { width, height, isLittleEndian, entries }
}

/** The values of a tag; `absent` if the page does not have the tag. @throws DamagedTiff */
export async function numbersOf(
  file: Blob,
  { entries, isLittleEndian }: TiffPage,
  tag: number,
  absent: readonly number[] = [],
): Promise<readonly number[]> {
  const entry = entries.get(tag)
  if (!entry) return absent
  const size = NUMBER_BYTES[entry.type] ?? 1
  const view = await viewOf(file, entry.at, size * entry.count)
  return Array.from({ length: entry.count }, (_, index) => {
    if (size === 1) return view.getUint8(index)
    return size === 2 ? view.getUint16(index * 2, isLittleEndian) : view.getUint32(index * 4, isLittleEndian)
  })
}

async function viewOf(file: Blob, at: number, bytes: number): Promise<DataView> {
  if (at + bytes > file.size) throw new DamagedTiff('the file ends too early')
  return new DataView(await file.slice(at, at + bytes).arrayBuffer())
}
