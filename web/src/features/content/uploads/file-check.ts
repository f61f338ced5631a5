import { MAX_DECODED_PIXELS, MAX_IMAGE_BYTES } from '@placard/contract'
import { isPictureType, kindOf } from './file-kind.ts'
import { FILM_FILE_PROBLEMS } from './films/film-order.ts'
import { type PictureSize, readPictureSize } from './picture-size.ts'

const FILE_PROBLEMS = [
  'empty',
  'damaged',
  'film',
  'svg',
  'pdf',
  'powerpoint',
  'word',
  'excel',
  // From another office program.
  'document',
  'sound',
  'archive',
  'text',
  // Neither this browser nor one of our decoders can read it.
  'heif',
  // A TIFF with several pages where one picture is expected.
  'tiff-pages',
  'other-picture',
  'other',
  // Decoding it could crash the browser.
  'too-many-pixels',
  ...FILM_FILE_PROBLEMS,
] as const

/** The reason a file cannot become a picture or a film on a display. */
export type FileProblem = (typeof FILE_PROBLEMS)[number]

export function isFileProblem(problem: string): problem is FileProblem {
  return FILE_PROBLEMS.some((one) => one === problem)
}

/** C4: decided by type and size, before anything is read. Exactly MAX_IMAGE_BYTES is accepted. */
export function isTakenAsItIs(file: { type: string; size: number }): boolean {
  return isPictureType(file.type) && file.size <= MAX_IMAGE_BYTES
}

export type Inspection = ({ status: 'picture' } & Decodable) | { status: 'unfit'; problem: FileProblem }

/** `browser`: every browser can decode it. `heif`: our decoder is used if the browser cannot decode it. `tiff`: only our decoder can. */
export type Decodable =
  | { decoder: 'browser' | 'heif'; size: PictureSize }
  /** The size may be anywhere in the file. */
  | { decoder: 'tiff'; size: undefined }

/**
 * Classifies a file by its first bytes, without decoding it.
 *
 * @param head the first HEAD_BYTES of the file
 */
export function inspect(file: { name: string; type: string; size: number }, head: Uint8Array): Inspection {
  const kind = kindOf(file, head)
  if (kind === 'tiff') return { status: 'picture', decoder: kind, size: undefined }
  if (kind !== 'picture' && kind !== 'heif') return { status: 'unfit', problem: kind }
  const size = readPictureSize(head)
  if (!size) return { status: 'unfit', problem: kind === 'heif' ? kind : 'damaged' }
  if (size.width * size.height > MAX_DECODED_PIXELS) return { status: 'unfit', problem: 'too-many-pixels' }
  return { status: 'picture', size, decoder: kind === 'picture' ? 'browser' : kind }
}

/** Phones write a thumbnail and a colour profile before the size. */
export const HEAD_BYTES = 4 * 2 ** 20
