export type PictureSize = { width: number; height: number }

/**
 * Width and height of a JPEG, PNG, GIF or WebP, read from its head without decoding it; undefined when it is none of
 * these or its head is damaged.
 */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = sizeOfPng(view) ?? sizeOfGif(view) ?? sizeOfWebp(view) ?? sizeOfJpeg(view)
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    // A head that ends too early.
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
    // 'VP8L': 14 bits each, less one, after a signature byte.
    case 0x5650384c: {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    // 'VP8X': 24 bits each, less one.
    case 0x56503858:
      return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 }
    default:
      return undefined
  }
}

function sizeOfJpeg(view: DataView): PictureSize | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  while (true) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
    } else if (isStartOfFrame(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    } else if (marker === 0xd9 || marker === 0xda) {
      // The picture's end or its data before any frame: damaged.
      return undefined
    } else {
      at += 2 + view.getUint16(at + 2)
    }
  }
}

/** SOF0 to SOF15, without DHT (C4), JPG (C8) and DAC (CC), which share the range. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
