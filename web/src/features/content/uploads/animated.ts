/** The type of a picture that may be animated, read from its first bytes: the file's own label may be wrong. */
export function typeOfAnimation(head: Uint8Array): 'image/gif' | 'image/webp' | 'image/png' | undefined {
  if (head.length < 12) return undefined
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  switch (view.getUint32(0)) {
    case 0x47494638:
      return 'image/gif'
    case 0x52494646:
      // 'WEBP'
      return view.getUint32(8) === 0x57454250 ? 'image/webp' : undefined
    case 0x89504e47:
      return 'image/png'
    default:
      return undefined
  }
}

/**
 * Checks by its first bytes whether a GIF, WebP or PNG is animated. A GIF whose second picture begins after those bytes counts as still.
 *
 * @param head the first HEAD_BYTES of the file
 */
export function isAnimated(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  try {
    switch (typeOfAnimation(head)) {
      case 'image/gif':
        return isAnimatedGif(view)
      case 'image/webp':
        // 'VP8X', and the flag for animation.
        return view.getUint32(12) === 0x56503858 && (view.getUint8(20) & 2) !== 0
      case 'image/png':
        return isAnimatedPng(view)
      default:
        return false
    }
  } catch (error) {
    // The head ends too early.
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Skips from block to block until the second picture. */
function isAnimatedGif(view: DataView): boolean {
  let at = 13 + colourBytes(view.getUint8(10))
  for (let pictures = 0; ; ) {
    const block = view.getUint8(at)
    if (block === EXTENSION) at = afterParts(view, at + 2)
    else if (block === PICTURE) {
      pictures += 1
      if (pictures === 2) return true
      at = afterParts(view, at + 11 + colourBytes(view.getUint8(at + 9)))
    } else return false
  }
}

const EXTENSION = 0x21
const PICTURE = 0x2c

/** Bytes of the colour table; 0 if the flags say that there is no table. */
const colourBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Skips a list of parts. Each part begins with its length; length 0 ends the list. */
function afterParts(view: DataView, from: number): number {
  let at = from
  for (let size = view.getUint8(at); size > 0; size = view.getUint8(at)) at += size + 1
  return at + 1
}

/** 'acTL' only counts if it comes before the pixels. */
function isAnimatedPng(view: DataView): boolean {
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    const type = view.getUint32(at + 4)
    if (type === 0x6163544c) return true
    if (type === 0x49444154) return false
  }
}
