import { IMAGE_TYPES } from '@placard/contract'

/** Kinds of files that people try to put on air. */
type FileKind =
  /** Every browser can read it. */
  | 'picture'
  /** Some browsers can read it: HEIC, AVIF. */
  | 'heif'
  | 'other-picture'
  | 'svg'
  | 'film'
  | 'pdf'
  | 'document'
  | 'empty'
  /** It is called a picture and does not begin like one. */
  | 'damaged'
  | 'other'

/**
 * The kind of a file, by its first bytes: a name and a type are only a claim. They decide where the bytes say nothing.
 *
 * @param head the first bytes of it, 64 or more unless the file is shorter
 */
export function kindOf(file: { name: string; type: string; size: number }, head: Uint8Array): FileKind {
  if (file.size === 0) return 'empty'
  // A letter for each byte. (A decoder of latin1 is one of windows-1252, which has other letters from 0x80 on.)
  const text = String.fromCharCode(...head.subarray(0, 1_024))
  if (PICTURE.test(text)) return 'picture'
  const brand = /^....ftyp(....)/s.exec(text)?.[1]
  if (brand !== undefined) return HEIF_BRANDS.has(brand) ? 'heif' : 'film'
  if (FILM.test(text)) return 'film'
  if (OTHER_PICTURE.test(text)) return 'other-picture'
  if (text.includes('%PDF-')) return 'pdf'
  if (/<svg[\s>]/i.test(text)) return 'svg'
  return kindByName(file)
}

function kindByName({ name, type }: { name: string; type: string }): FileKind {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (DOCUMENT_EXTENSIONS.has(extension)) return 'document'
  if (type === 'image/svg+xml') return 'svg'
  if (type.startsWith('video/')) return 'film'
  if (type.startsWith('image/')) return 'damaged'
  return 'other'
}

// Each begins with the numbers that its format is known by.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the numbers
const PICTURE = /^(\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8[79]a|RIFF....WEBP)/s
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const FILM = /^(\x1a\x45\xdf\xa3|RIFF....AVI |....(moov|mdat|wide)|\x00\x00\x01[\xb3\xba]|FLV|\x30\x26\xb2\x75)/s
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const OTHER_PICTURE = /^(BM....\x00\x00\x00\x00|II\*\x00|MM\x00\*|8BPS|\x00\x00\x01\x00)/s
const HEIF_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis'])
const DOCUMENT_EXTENSIONS = new Set(['doc', 'docx', 'ppt', 'pptx', 'xls', 'xlsx', 'odt', 'odp', 'ods', 'pages', 'key'])

/** The types that a file may be labelled with and be taken as it is (C4). */
export function isPictureType(type: string): boolean {
  return IMAGE_TYPES.some((one) => one === type)
}
