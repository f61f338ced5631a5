/** A box of an MP4 or MOV file (ISO 14496-12): its type, position and size including its head, in bytes. */
export type Box = { type: string; start: number; size: number; headBytes: 8 | 16 }

/** A file with more top-level boxes than this was not made by a camera or a program. */
const MOST_BOXES = 100_000
/** The index of a 24-hour film is about 20 MB. A larger index is not read. */
const MOST_INDEX_BYTES = 64 * 2 ** 20
/** The head of the index box itself: the 16-byte head is for larger boxes. */
const INDEX_HEAD_BYTES = 8

/** The top-level boxes of an MP4 or MOV file, and its index. */
export type Layout = { boxes: Box[]; index: Uint8Array<ArrayBuffer> }

/**
 * Reads the top-level boxes of a film and its index (`moov`). It reads a few bytes of each box and the whole index, whatever the size
 * of the file.
 *
 * @returns undefined if the file is not MP4 or MOV, or has no index, several, or one that is too large
 */
export async function readLayout(file: Blob): Promise<Layout | undefined> {
  const boxes: Box[] = []
  for (let at = 0; at < file.size; ) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer())
    const box = readBox(head, 0, at, file.size)
    if (!box || boxes.push(box) > MOST_BOXES) return undefined
    at += box.size
  }
  const [moov, ...more] = boxes.filter(({ type }) => type === 'moov')
  if (boxes[0]?.type !== 'ftyp' || !moov || more.length > 0) return undefined
  if (moov.headBytes > INDEX_HEAD_BYTES || moov.size > MOST_INDEX_BYTES) return undefined
  return { boxes, index: new Uint8Array(await file.slice(moov.start, moov.start + moov.size).arrayBuffer()) }
}

/** True if the frames are in fragments, each with its own index. Many panels cannot play that. */
export function isFragmented({ boxes, index }: Layout): boolean {
  return (
    boxes.some(({ type }) => type === 'moof') ||
    listBoxes(index, INDEX_HEAD_BYTES, index.length).some(({ type }) => type === 'mvex')
  )
}

/**
 * Counts the tracks of a film, including tracks of subtitles, times and places, and the most edit-list entries that any of its tracks
 * has.
 */
export function countTracks({ index }: Layout): { tracks: number; stretches: number } {
  const view = viewOf(index)
  let tracks = 0
  let stretches = 0
  walk(index, EDIT_HOLDERS, ({ type, start, size, headBytes }) => {
    if (type === 'trak') tracks += 1
    if (type === 'elst' && size >= headBytes + 8) {
      stretches = Math.max(stretches, view.getUint32(start + headBytes + 4))
    }
    return true
  })
  return { tracks, stretches }
}

/**
 * The average frames per second of a film, computed as the server does. Only the index is read.
 *
 * @returns undefined if the index does not say: for fragmented films, films without a video track, and films with several of them
 */
export function pictureRate({ index }: Layout): number | undefined {
  const view = viewOf(index)
  const tracks: { isPictures: boolean; unitsPerSecond: number; count: number; units: number }[] = []
  walk(index, HOLDERS, ({ type, start, size, headBytes }) => {
    const body = start + headBytes
    const end = start + size
    const track = tracks.at(-1)
    if (type === 'trak') tracks.push({ isPictures: false, unitsPerSecond: 0, count: 0, units: 0 })
    else if (type === 'hdlr' && track && body + 12 <= end && isOfPictures(view, body)) track.isPictures = true
    else if (type === 'mdhd' && track) {
      const at = body + (size > headBytes && view.getUint8(body) === 1 ? 20 : 12)
      if (at + 4 <= end) track.unitsPerSecond = view.getUint32(at)
    } else if (type === 'stts' && track && body + 8 <= end) {
      const count = Math.min(view.getUint32(body + 4), Math.floor((end - body - 8) / 8))
      for (let at = body + 8; at < body + 8 + count * 8; at += 8) {
        track.count += view.getUint32(at)
        track.units += view.getUint32(at) * view.getUint32(at + 4)
      }
    }
    return true
  })
  const [pictures, ...more] = tracks.filter(({ isPictures }) => isPictures)
  if (!pictures || more.length > 0 || pictures.count === 0 || pictures.units === 0) return undefined
  return (pictures.count * pictures.unitsPerSecond) / pictures.units
}

/** True for the handler type 'vide'. */
const isOfPictures = (view: DataView, body: number) => view.getUint32(body + 8) === 0x76696465

const EDIT_HOLDERS = new Set(['trak', 'edts'])

/**
 * Moves the index in front of the frames, so that a screen can start before it has the whole film, and blanks the camera's metadata,
 * above all the location. The frames are not read: the film is assembled from slices of the file.
 *
 * @returns undefined if the index cannot be read
 */
export function withIndexInFront(file: Blob, { boxes, index }: Layout): Blob | undefined {
  const moov = boxes.find(({ type }) => type === 'moov')
  const data = boxes.filter(({ type }) => type === 'mdat')
  const [ftyp] = boxes
  const first = data[0]
  if (!ftyp || !moov || !first) return undefined
  const head = index.slice()
  // Everything except the head, the index and the frames is dropped: free space and tags.
  let end = ftyp.size + moov.size
  const moves = data.map((box) => {
    const by = end - box.start
    end += box.size
    return { ...box, by }
  })
  if (!moveOffsets(head, moves) || !blankTags(head)) return undefined
  const partOf = ({ start, size }: Box) => file.slice(start, start + size)
  return new Blob([partOf(ftyp), head, ...data.map(partOf)], { type: 'video/mp4' })
}

type Move = Box & { by: number }

/** The boxes that lead from the index to the frame offsets. */
const HOLDERS = new Set(['trak', 'mdia', 'minf', 'stbl'])

/** Updates every offset in the index by the distance its data moved. @returns false if an offset is in no data box */
function moveOffsets(index: Uint8Array, moves: readonly Move[]): boolean {
  const view = viewOf(index)
  const movedTo = (place: number) => {
    const move = moves.find(({ start, size }) => place >= start && place < start + size)
    return move && place + move.by
  }
  return walk(index, HOLDERS, ({ type, start, size, headBytes }) => {
    if (type !== 'stco' && type !== 'co64') return true
    const width = type === 'stco' ? 4 : 8
    const table = start + headBytes + 8
    const count = table <= start + size ? view.getUint32(table - 4) : -1
    if (count < 0 || count > (start + size - table) / width) return false
    for (let at = table; at < table + count * width; at += width) {
      const place = movedTo(width === 4 ? view.getUint32(at) : Number(view.getBigUint64(at)))
      if (place === undefined || (width === 4 && place > 0xffff_ffff)) return false
      if (width === 4) view.setUint32(at, place)
      else view.setBigUint64(at, BigInt(place))
    }
    return true
  })
}

const TAGS = new Set(['udta', 'meta', 'uuid'])
const TAG_HOLDERS = new Set(['trak', 'mdia'])

/** Replaces tags with free space of the same size, so that nothing moves. */
function blankTags(index: Uint8Array): boolean {
  return walk(index, TAG_HOLDERS, ({ type, start, size, headBytes }) => {
    if (!TAGS.has(type)) return true
    index.set(FREE, start + 4)
    index.fill(0, start + headBytes, start + size)
    return true
  })
}

const FREE = Uint8Array.from('free', (letter) => letter.charCodeAt(0))

/** Visits the boxes of the index, and the boxes inside `holders`. @returns false if `look` returns false or a box cannot be read */
function walk(index: Uint8Array, holders: ReadonlySet<string>, look: (box: Box) => boolean): boolean {
  const inside = (from: number, to: number): boolean => {
    let at = from
    for (const box of listBoxes(index, from, to)) {
      at = box.start + box.size
      if (!look(box)) return false
      if (holders.has(box.type) && !inside(box.start + box.headBytes, at)) return false
    }
    // A QuickTime list may end with four zero bytes.
    return to - at < 8
  }
  return inside(INDEX_HEAD_BYTES, index.length)
}

/** The boxes between two positions. Stops at the first box that cannot be read. */
function listBoxes(bytes: Uint8Array, from: number, to: number): Box[] {
  const view = viewOf(bytes)
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    const box = readBox(view, at, at, to)
    if (!box) break
    boxes.push(box)
    at += box.size
  }
  return boxes
}

/**
 * @param at the position of the box's head in `view`
 * @param start the position of the box in the whole file
 * @param end the end of the file, or of the box around it
 */
function readBox(view: DataView, at: number, start: number, end: number): Box | undefined {
  if (view.byteLength < at + 8) return undefined
  const short = view.getUint32(at)
  const type = String.fromCharCode(...[4, 5, 6, 7].map((byte) => view.getUint8(at + byte)))
  if (short === 1 && view.byteLength < at + 16) return undefined
  const headBytes = short === 1 ? 16 : 8
  // 0: the box extends to the end.
  const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? end - start : short
  return size < headBytes || start + size > end ? undefined : { type, start, size, headBytes }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
