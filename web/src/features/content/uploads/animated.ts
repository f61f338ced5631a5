/** The type of a picture that may move, by how it begins: the one that its file is labelled with is only a claim. */
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
 * Tells by the first bytes of a GIF, WebP or PNG whether it moves. Of a GIF whose second picture begins behind them, nobody knows.
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
    // A head that ends too early.
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Goes from block to block up to the second picture. */
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

/** Of the table of colours, by the flags that say whether there is one. */
const colourBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Each part begins with its length; one of none is the last. */
function afterParts(view: DataView, from: number): number {
  let at = from
  for (let size = view.getUint8(at); size > 0; size = view.getUint8(at)) at += size + 1
  return at + 1
}

/** 'acTL' comes before the pixels, or it does not count. */
function isAnimatedPng(view: DataView): boolean {
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    const type = view.getUint32(at + 4)
    if (type === 0x6163544c) return true
    if (type === 0x49444154) return false
  }
}
