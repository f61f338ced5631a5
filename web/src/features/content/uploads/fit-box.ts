import type { PictureSize } from './picture-size.ts'

/** C6: the largest size that fits inside the box with the same aspect ratio, never larger than the picture. Whole pixels, at least one. */
export function fitInside(size: PictureSize, box: PictureSize): PictureSize {
  const scale = Math.min(1, box.width / size.width, box.height / size.height)
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) }
}
