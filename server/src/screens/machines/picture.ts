import { MAX_PICTURE_SIDE_PX } from '@placard/contract'

export type ReadPicture = { contentType: 'image/jpeg' | 'image/webp'; width: number; height: number }

/**
 * Reads type and size of a picture from its bytes. The sender's word counts for nothing.
 *
 * @returns `unknown` for another type; `damaged` if the file is not whole, or is larger than any screen
 */
export function readPicture(bytes: Uint8Array): ReadPicture | 'unknown' | 'damaged' {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isJpeg = bytes.byteLength > 3 && view.getUint16(0) === 0xffd8 && bytes[2] === 0xff
  const isWebp = textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP'
  if (!isJpeg && !isWebp) return 'unknown'
  const size = isJpeg ? jpegSize(view) : webpSize(bytes, view)
  if (!size) return 'damaged'
  const isWithin = (side: number) => side > 0 && side <= MAX_PICTURE_SIDE_PX
  if (!isWithin(size.width) || !isWithin(size.height)) return 'damaged'
  return { contentType: isJpeg ? 'image/jpeg' : 'image/webp', ...size }
}

type Size = { width: number; height: number }

/** ITU-T T.81: segments up to the first scan. The file must end with EOI. */
function jpegSize(view: DataView): Size | undefined {
  const end = view.byteLength - 2
  if (end < 4 || view.getUint16(end) !== 0xffd9) return undefined
  let size: Size | undefined
  for (let at = 2; at + 4 <= end; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = view.getUint16(at + 2)
    if (length < 2 || at + 2 + length > end) return undefined
    if (marker === 0xda) return size
    // The frame headers of baseline, extended and progressive pictures, with Huffman codes.
    if (marker === 0xc0 || marker === 0xc1 || marker === 0xc2) {
      if (size || length < 8) return undefined
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at += 2 + length
  }
  return undefined
}

/** RFC 9649: the first chunk says how large the picture is. */
function webpSize(bytes: Uint8Array, view: DataView): Size | undefined {
  if (bytes.byteLength < 30 || view.getUint32(4, true) + 8 !== bytes.byteLength) return undefined
  switch (textAt(bytes, 12)) {
    case 'VP8 ':
      if (view.getUint8(23) !== 0x9d || view.getUint16(24) !== 0x012a) return undefined
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return undefined
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X': {
      const at24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
      return { width: at24(24) + 1, height: at24(27) + 1 }
    }
    default:
      return undefined
  }
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}
