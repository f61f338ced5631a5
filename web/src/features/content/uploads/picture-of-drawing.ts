import { IMAGE_BOX, IMAGE_QUALITY, MAX_IMAGE_BYTES } from '@placard/contract'
import { inTime } from '../../../platform/signal/in-time.ts'
import { fitInside } from './fit-box.ts'
import { STILL_MS } from './watchdog.ts'

/** The size of a drawing that declares no proportions: it fills a screen. */
const WITHOUT_SIZE = IMAGE_BOX
/** A drawing has no pixels of its own, so it is drawn as large as fits. */
const ENLARGED = 10_000

const late = () => new Error('a drawing was not drawn in time')

/**
 * [CT1] Draws an SVG to a picture (JPEG, on white). As the source of an image element it runs no scripts and fetches nothing.
 *
 * @returns undefined if it cannot be drawn
 */
export async function pictureOfDrawing(file: Blob): Promise<Blob | undefined> {
  const address = URL.createObjectURL(new Blob([file], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await inTime(image.decode(), STILL_MS, late)
    const { naturalWidth: width, naturalHeight: height } = image
    const size = width > 0 && height > 0 ? { width: width * ENLARGED, height: height * ENLARGED } : WITHOUT_SIZE
    const canvas = document.createElement('canvas')
    Object.assign(canvas, fitInside(size, IMAGE_BOX))
    const context = canvas.getContext('2d')
    if (!context) return undefined
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const encoded = new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', IMAGE_QUALITY))
    const picture = await inTime(encoded, STILL_MS, late)
    return picture && picture.size <= MAX_IMAGE_BYTES ? picture : undefined
  } catch (error) {
    console.warn('a drawing cannot be drawn', error)
    return undefined
  } finally {
    URL.revokeObjectURL(address)
  }
}
