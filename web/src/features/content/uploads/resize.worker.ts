import { IMAGE_BOX, IMAGE_QUALITY, MAX_IMAGE_BYTES } from '@placard/contract'
import { answerOrder } from './answer-order.ts'
import type { Decodable, FileProblem } from './file-check.ts'
import { fitInside } from './fit-box.ts'
import type { PictureSize } from './picture-size.ts'
import { imageOf, MOST_OWN_PIXELS, type Pixels } from './pixels.ts'
import { DamagedTiff, readTiffPages } from './tiff-pages.ts'

/** `size` is the size as it is seen, read from the file's head. */
export type ResizeOrder = { file: Blob } & Decodable
export type ResizeAnswer =
  | { status: 'done'; picture: Blob }
  | { status: 'unfit'; problem: FileProblem }
  /** The browser could not decode it, although it should. */
  | { status: 'unreadable'; size: PictureSize }

answerOrder(resize)

/** C6: fits the picture into the box, as JPEG. The orientation is already applied to the pixels. Transparent parts become white. */
async function resize(order: ResizeOrder): Promise<ResizeAnswer> {
  const picture = await decode(order).catch((error: unknown) => {
    console.warn('a picture cannot be decoded', error)
    return problemOf(error, order)
  })
  if (!(picture instanceof ImageBitmap)) return picture
  const { width, height } = fitInside(picture, IMAGE_BOX)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  return { status: 'done', picture: await encode(canvas) }
}

/** Our own decoders are loaded only when a file needs one. The browser decodes AVIF, and HEIC in Safari. */
async function decode({ file, decoder, size }: ResizeOrder): Promise<ImageBitmap> {
  if (decoder === 'browser') return small(file, size)
  if (decoder === 'tiff') return smallOf(await decodeOnlyPage(file))
  try {
    return await small(file, size)
  } catch {
    const { decodeHeif } = await fetched(import('./decode-heif.ts'))
    return smallOf(await decodeHeif(new Uint8Array(await file.arrayBuffer())))
  }
}

async function decodeOnlyPage(file: Blob): Promise<Pixels> {
  const [page, second] = await readTiffPages(file)
  if (second) throw new Unfit('tiff-pages')
  if (!page) throw new Unfit('other-picture')
  if (page.width * page.height > MOST_OWN_PIXELS) throw new Unfit('too-many-pixels')
  const { decodeTiff } = await fetched(import('./decode-tiff.ts'))
  return decodeTiff(file, page)
}

/** A decoder could not be loaded. That says nothing about the picture, so it is tried again. */
class NotFetched extends Error {}

function fetched<T>(decoder: Promise<T>): Promise<T> {
  return decoder.catch((cause: unknown) => {
    throw new NotFetched('a decoder did not come', { cause })
  })
}

class Unfit extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

function problemOf(error: unknown, { decoder, size }: ResizeOrder): ResizeAnswer {
  if (error instanceof NotFetched) throw error
  if (decoder === 'browser') return { status: 'unreadable', size }
  if (error instanceof Unfit) return { status: 'unfit', problem: error.problem }
  if (error instanceof DamagedTiff) return { status: 'unfit', problem: 'damaged' }
  return { status: 'unfit', problem: decoder === 'heif' ? 'heif' : 'other-picture' }
}

const smallOf = (pixels: Pixels) => small(imageOf(pixels), pixels)

/**
 * Scales a large picture down while it is decoded, so that it is never held in full size beside the drawn one. Only the width is
 * given: the height follows from the picture, even if its head was wrong about the orientation.
 */
function small(source: Blob | ImageData, size: PictureSize): Promise<ImageBitmap> {
  const { width } = fitInside(size, IMAGE_BOX)
  return width < size.width
    ? createImageBitmap(source, { resizeWidth: width, resizeQuality: 'high' })
    : createImageBitmap(source)
}

/** Lowers the quality step by step: a picture that was already compressed to the limit can exceed the server's limit at this quality. */
async function encode(canvas: OffscreenCanvas): Promise<Blob> {
  for (let quality = IMAGE_QUALITY; ; quality -= QUALITY_STEP) {
    const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (picture.size <= MAX_IMAGE_BYTES || quality <= QUALITY_STEP) return picture
  }
}

const QUALITY_STEP = 0.1
