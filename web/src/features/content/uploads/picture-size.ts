export type PictureSize = { width: number; height: number }

/**
 * Width and height of a JPEG, PNG, GIF, WebP, BMP, HEIC or AVIF, read from its head without decoding it; undefined for other
 * formats and damaged heads. The size of a JPEG takes its orientation into account.
 */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size =
      sizeOfPng(view) ?? sizeOfGif(view) ?? sizeOfWebp(view) ?? sizeOfBmp(view) ?? sizeOfHeif(view) ?? sizeOfJpeg(view)
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    // The head ends too early.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function sizeOfPng(view: DataView): PictureSize | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(12) !== 0x49484452) return undefined
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function sizeOfGif(view: DataView): PictureSize | undefined {
  if (view.getUint32(0) !== 0x47494638) return undefined
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function sizeOfWebp(view: DataView): PictureSize | undefined {
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return undefined
  switch (view.getUint32(12)) {
    // 'VP8 ': the frame's head follows a start code.
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    // 'VP8L': 14 bits each, minus one, after a signature byte.
    case 0x5650384c: {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    // 'VP8X': 24 bits each, minus one.
    case 0x56503858:
      return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 }
    default:
      return undefined
  }
}

/** A negative height means that the rows start at the top. The first OS/2 header has 16 bits per side. */
function sizeOfBmp(view: DataView): PictureSize | undefined {
  if (view.getUint16(0) !== 0x424d) return undefined
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) }
  return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }
}

function sizeOfJpeg(view: DataView): PictureSize | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  let turned = false
  let at = 2
  while (true) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
    } else if (isStartOfFrame(marker)) {
      const [width, height] = [view.getUint16(at + 7), view.getUint16(at + 5)]
      return turned ? { width: height, height: width } : { width, height }
    } else if (marker === 0xd9 || marker === 0xda) {
      // The picture's end or its data comes before any frame: damaged.
      return undefined
    } else {
      if (marker === 0xe1) turned ||= isTurned(view, at + 4)
      at += 2 + view.getUint16(at + 2)
    }
  }
}

/** True if an EXIF segment has an orientation from 5 to 8, which swaps width and height. */
function isTurned(view: DataView, at: number): boolean {
  if (view.getUint32(at) !== 0x45786966) return false
  const tiff = at + 6
  const littleEndian = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, littleEndian)
  const entries = view.getUint16(directory, littleEndian)
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + 12 * index
    if (view.getUint16(entry, littleEndian) === ORIENTATION_TAG) return view.getUint16(entry + 8, littleEndian) >= 5
  }
  return false
}

const ORIENTATION_TAG = 0x0112

/**
 * HEIC and AVIF (ISO 23008-12): a picture consists of tiles, and each tile and the whole have an `ispe` box with their size. The
 * largest one is the whole.
 */
function sizeOfHeif(view: DataView): PictureSize | undefined {
  if (view.getUint32(4) !== 0x66747970) return undefined
  let largest: PictureSize | undefined
  for (let at = 8; at + 16 <= Math.min(view.byteLength, HEIF_HEAD_BYTES); at += 1) {
    if (view.getUint32(at) !== 0x69737065) continue
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}

/** The boxes that describe a picture come before its data. */
const HEIF_HEAD_BYTES = 65_536

/** SOF0 to SOF15, except DHT (C4), JPG (C8) and DAC (CC), which share the range. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
