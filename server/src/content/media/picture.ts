import {
  IMAGE_BOX,
  IMAGE_QUALITY,
  isMarkedAsPage,
  MAX_IMAGE_PIXELS,
  MAX_IMAGE_SIDE_PX,
  MAX_JPEG_SCANS,
  pageBoxOf,
  THUMBNAIL_WIDTH_PX,
} from '@placard/contract'
import sharp from 'sharp'
import { AppError } from '../../platform/errors.ts'

export type Picture = { bytes: Buffer; width: number; height: number }

/** The accepted formats. The library would also decode SVG, which may refer to files, and a dozen other formats. */
const SIGNATURES: ((bytes: Uint8Array) => boolean)[] = [
  (b) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff,
  (b) => startsWith(b, 0, '\x89PNG\r\n\x1a\n'),
  (b) => startsWith(b, 0, 'RIFF') && startsWith(b, 8, 'WEBP'),
  (b) => startsWith(b, 0, 'GIF87a') || startsWith(b, 0, 'GIF89a'),
]

/**
 * Makes the picture that displays show: rotated upright, within 1920x1080 (for a page in portrait format, 1080x1920), as JPEG,
 * without any original bytes or metadata. The content type that the sender gives is ignored.
 *
 * @throws AppError not-an-image, image-too-large (pixels), image-damaged
 */
export async function makePicture(sent: Uint8Array): Promise<Picture> {
  if (!SIGNATURES.some((matches) => matches(sent))) throw new AppError('not-an-image')
  if (countScans(sent) > MAX_JPEG_SCANS) throw new AppError('image-too-large')
  // Decodes only the first frame: an animation may have thousands.
  const picture = sharp(sent, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', pages: 1 })
  try {
    const { width, height, autoOrient } = await picture.metadata()
    if (width * height > MAX_IMAGE_PIXELS || Math.max(width, height) > MAX_IMAGE_SIDE_PX)
      throw new AppError('image-too-large')
    const box = isMarkedAsPage(sent) ? pageBoxOf(autoOrient) : IMAGE_BOX
    const { data, info } = await picture
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      // Chroma subsampling would blur red text, which is common on signs.
      .jpeg({ quality: IMAGE_QUALITY * 100, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof Error && error.message.includes('pixel limit'))
      throw new AppError('image-too-large', { cause: error })
    throw new AppError('image-damaged', { cause: error })
  }
}

/** Makes a thumbnail for lists. @param picture must be a result of `makePicture` */
export function makeThumbnail(picture: Uint8Array): Promise<Buffer> {
  return sharp(picture, { limitInputPixels: MAX_IMAGE_PIXELS })
    .resize({ width: THUMBNAIL_WIDTH_PX, withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
}

/** Counts the scans of a JPEG up to its end marker (ITU-T T.81, B.1). 0 for other formats. */
function countScans(bytes: Uint8Array): number {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 0
  let scans = 0
  for (let at = 2; at + 3 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    // Entropy-coded data, in which 0xff is followed by 0 or by a restart marker; or a fill byte.
    if (bytes[at] !== 0xff || marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 1
      continue
    }
    if (marker === 0xd9) break
    if (marker === 0xda) scans += 1
    at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
  }
  return scans
}

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (bytes[at + index] !== text.charCodeAt(index)) return false
  return true
}
