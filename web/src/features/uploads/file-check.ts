import { IMAGE_TYPES, MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '@placard/contract'
import { readPictureSize } from './picture-size.ts'

export type FileProblem =
  /** C4: not a picture, or more bytes than allowed. */
  | 'file-unfit'
  /** So many pixels that decoding it could bring the browser down. */
  | 'image-too-large'

/** C4: by name and size, before anything is read. Exactly MAX_IMAGE_BYTES is accepted. */
export function checkFile(file: { type: string; size: number }): FileProblem | undefined {
  const isPicture = IMAGE_TYPES.some((type) => type === file.type)
  return isPicture && file.size <= MAX_IMAGE_BYTES ? undefined : 'file-unfit'
}

/** What the file really is, from its first bytes: a name and a type are only what somebody called it. */
export function checkContent(bytes: Uint8Array): FileProblem | undefined {
  const size = readPictureSize(bytes)
  if (!size) return 'file-unfit'
  return size.width * size.height > MAX_IMAGE_PIXELS ? 'image-too-large' : undefined
}
