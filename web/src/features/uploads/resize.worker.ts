import { IMAGE_BOX, IMAGE_QUALITY, MAX_IMAGE_BYTES } from '@placard/contract'
import { answerOrder } from './answer-order.ts'
import type { Decoder } from './file-check.ts'
import { fitInside } from './fit-box.ts'
import type { PictureSize } from './picture-size.ts'
import { imageOf, type Pixels } from './pixels.ts'

/** `size` as the file's head has it: how people see it. */
export type ResizeOrder = { file: Blob; size: PictureSize; decoder: Decoder }
export type ResizeAnswer = { status: 'done'; picture: Blob } | { status: 'unreadable' }

answerOrder(resize)

/** C6: fitted into the box, as JPEG. The way a camera was held is already in the pixels; see-through parts become white. */
async function resize(order: ResizeOrder): Promise<ResizeAnswer> {
  const picture = await decode(order).catch((error: unknown) => {
    console.warn('a picture cannot be decoded', error)
    return undefined
  })
  if (!picture) return { status: 'unreadable' }
  const { width, height } = fitInside(picture, IMAGE_BOX)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return { status: 'unreadable' }
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  return { status: 'done', picture: await encode(canvas) }
}

/** The decoders of ours are fetched when a file needs one. AVIF, and HEIC in Safari, is read by the browser. */
async function decode({ file, size, decoder }: ResizeOrder): Promise<ImageBitmap> {
  if (decoder === 'browser') return small(file, size)
  if (decoder === 'tiff') return smallOf(await decodeFirstPage(file))
  try {
    return await small(file, size)
  } catch {
    const { decodeHeif } = await import('./decode-heif.ts')
    return smallOf(await decodeHeif(new Uint8Array(await file.arrayBuffer())))
  }
}

async function decodeFirstPage(file: Blob): Promise<Pixels> {
  const [{ decodeTiff }, { readTiffPages }] = await Promise.all([import('./decode-tiff.ts'), import('./tiff-pages.ts')])
  const [page] = await readTiffPages(file)
  if (!page) throw new Error('no page in it')
  return decodeTiff(file, page)
}

const smallOf = (pixels: Pixels) => small(imageOf(pixels), pixels)

/**
 * A large picture is made small by the decoder, so that the whole of it is never held beside what is drawn. One side alone
 * is given: the other follows from the picture, even where its head was wrong about the way it is turned.
 */
function small(source: Blob | ImageData, size: PictureSize): Promise<ImageBitmap> {
  const { width } = fitInside(size, IMAGE_BOX)
  return width < size.width
    ? createImageBitmap(source, { resizeWidth: width, resizeQuality: 'high' })
    : createImageBitmap(source)
}

/** A picture that was squeezed to the limit grows at this quality, past what the server takes: then with a little less. */
async function encode(canvas: OffscreenCanvas): Promise<Blob> {
  for (let quality = IMAGE_QUALITY; ; quality -= QUALITY_STEP) {
    const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (picture.size <= MAX_IMAGE_BYTES || quality <= QUALITY_STEP) return picture
  }
}

const QUALITY_STEP = 0.1
