import { IMAGE_QUALITY, MAX_IMAGE_BYTES, markAsPage } from '@placard/contract'

/** Encodes a page as a JPEG below the server's limit, marked as a page. */
export async function encodePage(canvas: OffscreenCanvas): Promise<Blob> {
  for (let quality: number = IMAGE_QUALITY; ; quality -= QUALITY_STEP) {
    const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (picture.size <= MAX_IMAGE_BYTES - MARK_BYTES || quality <= QUALITY_STEP) return markAsPage(picture)
  }
}

const QUALITY_STEP = 0.1
const MARK_BYTES = 64
