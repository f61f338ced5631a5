import { IMAGE_TYPES } from '@placard/contract'

/** Kinds of files that people try to show. */
type FileKind =
  /** Every browser can read it. */
  | 'picture'
  /** Some browsers can read it: HEIC, AVIF. */
  | 'heif'
  /** One of our decoders reads it. */
  | 'tiff'
  | 'other-picture'
  | 'svg'
  | 'film'
  | 'pdf'
  | OfficeKind
  | 'sound'
  | 'archive'
  | 'text'
  | 'empty'
  /** Named as a picture, but does not begin like one. */
  | 'damaged'
  | 'other'

/** A file of an office program. `document`: a program other than these three. */
export type OfficeKind = 'powerpoint' | 'word' | 'excel' | 'document'

/**
 * The kind of a file, by its first bytes, because name and type may be wrong. Name and type decide only if the bytes are inconclusive.
 *
 * @param head the first bytes of the file, at least 64 unless the file is shorter
 */
export function kindOf(file: { name: string; type: string; size: number }, head: Uint8Array): FileKind {
  if (file.size === 0) return 'empty'
  // One character per byte. TextDecoder's latin1 is windows-1252, which differs from 0x80 on.
  const text = String.fromCharCode(...head.subarray(0, 1_024))
  if (PICTURE.test(text) || BITMAP.test(text)) return 'picture'
  const brand = /^....ftyp(....)/s.exec(text)?.[1]
  if (brand !== undefined) return HEIF_BRANDS.has(brand) ? 'heif' : SOUND_BRANDS.has(brand) ? 'sound' : 'film'
  if (FILM.test(text)) return 'film'
  if (SOUND.test(text)) return 'sound'
  if (TIFF.test(text)) return 'tiff'
  if (OTHER_PICTURE.test(text)) return 'other-picture'
  if (text.includes('%PDF-')) return 'pdf'
  if (/<svg[\s>]/i.test(text)) return 'svg'
  if (ZIP.test(text)) return officeKindOf(file.name) ?? officeKindInside(head) ?? 'archive'
  return kindByName(file, text)
}

function kindByName({ name, type }: { name: string; type: string }, text: string): FileKind {
  const office = officeKindOf(name)
  if (office) return office
  if (ARCHIVE.test(text) || ARCHIVE_EXTENSIONS.has(extensionOf(name))) return 'archive'
  if (type === 'image/svg+xml') return 'svg'
  if (type.startsWith('video/')) return 'film'
  if (type.startsWith('image/')) return 'damaged'
  if (type.startsWith('audio/') || SOUND_EXTENSIONS.has(extensionOf(name))) return 'sound'
  if (type.startsWith('text/') || TEXT_EXTENSIONS.has(extensionOf(name))) return 'text'
  return 'other'
}

/** The kind that a file's extension names. */
export function officeKindOf(name: string): OfficeKind | undefined {
  return OFFICE_EXTENSIONS.get(extensionOf(name))
}

/** Microsoft Office files are ZIP archives with a folder named after the program; OpenDocument files begin with a `mimetype` entry. */
function officeKindInside(head: Uint8Array): OfficeKind | undefined {
  const text = String.fromCharCode(...head.subarray(0, 16_384))
  if (/^.{30}mimetypeapplication\/vnd\.oasis/s.test(text)) return 'document'
  return OFFICE_FOLDERS.get(OFFICE_FOLDER.exec(text)?.[1] ?? '')
}

const extensionOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

// Signatures of the formats.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the numbers
const PICTURE = /^(\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8[79]a|RIFF....WEBP)/s
/** BMP: the size of the header that follows tells the BMP variants apart. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const BITMAP = /^BM.{12}[\x0c\x10\x28\x34\x38\x40\x6c\x7c]\x00\x00\x00/s
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const FILM = /^(\x1a\x45\xdf\xa3|RIFF....AVI |....(moov|mdat|wide)|\x00\x00\x01[\xb3\xba]|FLV|\x30\x26\xb2\x75)/s
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const TIFF = /^(II\*\x00|MM\x00\*)/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const OTHER_PICTURE = /^(II\+\x00|MM\x00\+|8BPS|\x00\x00\x01\x00)/s
const HEIF_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis'])
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ZIP = /^PK(\x03\x04|\x05\x06)/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const OFFICE_FOLDER = /PK\x03\x04.{26}(ppt|word|xl)\//s
const SOUND_BRANDS = new Set(['M4A ', 'M4B ', 'M4P '])
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const SOUND = /^(ID3[\x02-\x04]|\xff[\xf2\xf3\xfa\xfb\xf1\xf9]|RIFF....WAVE|fLaC|FORM....AIF|MThd)/s
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ARCHIVE = /^(Rar!\x1a|7z\xbc\xaf|\x1f\x8b|BZh|\xfd7zXZ)/
const SOUND_EXTENSIONS = new Set([
  'mp3',
  'wav',
  'flac',
  'ogg',
  'oga',
  'opus',
  'm4a',
  'aac',
  'aif',
  'aiff',
  'wma',
  'mid',
])
const ARCHIVE_EXTENSIONS = new Set(['zip', 'rar', '7z', 'tar', 'gz', 'tgz', 'bz2', 'xz'])
const TEXT_EXTENSIONS = new Set(['txt', 'text', 'md', 'csv', 'rtf', 'htm', 'html', 'json', 'xml', 'log'])
const OFFICE_EXTENSIONS: ReadonlyMap<string, OfficeKind> = new Map(
  Object.entries({
    powerpoint: ['ppt', 'pptx', 'pptm', 'pps', 'ppsx', 'ppsm', 'pot', 'potx'],
    word: ['doc', 'docx', 'docm', 'dot', 'dotx'],
    excel: ['xls', 'xlsx', 'xlsm', 'xlsb', 'xlt', 'xltx'],
    document: ['odt', 'odp', 'ods', 'pages', 'key', 'numbers', 'pub', 'vsd', 'vsdx'],
  } satisfies Record<OfficeKind, string[]>).flatMap(([kind, extensions]) =>
    extensions.map((extension) => [extension, kind as OfficeKind] as const),
  ),
)
const OFFICE_FOLDERS: ReadonlyMap<string, OfficeKind> = new Map([
  ['ppt', 'powerpoint'],
  ['word', 'word'],
  ['xl', 'excel'],
])

/** Types of files that may be accepted unchanged (C4). */
export function isPictureType(type: string): boolean {
  return IMAGE_TYPES.some((one) => one === type)
}
