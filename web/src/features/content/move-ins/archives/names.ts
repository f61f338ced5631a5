import { isWellFormedText, MAX_MOVE_IN_PATH_CHARACTERS, tidyText } from '@placard/contract'
import type { Stays } from '../reasons.ts'

/** A path within the source, its parts joined by slashes. `system`: a file of the operating system. `stays`: it is left out. */
export type ReadPath = { status: 'path'; path: string } | { status: 'system' } | { status: 'stays'; why: Stays }

/** Files that operating systems add to people's own. */
const SYSTEM =
  /^(\.ds_store|thumbs\.db|desktop\.ini|\.localized|icon\r?|\.spotlight-.*|\.trashes|\.fseventsd|\._.*|~\$.*)$/i
const SYSTEM_FOLDER = /^(__macosx|\.git|\.thumbnails|@eadir|lost\+found|\$recycle\.bin)$/i
/** Windows opens a device instead of a file with such a name, whatever its extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i

/**
 * Judges a name in an archive. Nothing is ever written to a disk under this name. Names that lead out of the folder are refused anyway,
 * because they were made on purpose.
 */
export function readPath(name: string): ReadPath {
  const parts = name.replaceAll('\\', '/').split('/')
  if (/^[a-z]:/i.test(name) || parts[0] === '' || parts.includes('..') || name.includes('\u0000'))
    return { status: 'stays', why: 'path' }
  const kept = parts.filter((part) => part !== '' && part !== '.')
  if (kept.some((part) => SYSTEM_FOLDER.test(part)) || SYSTEM.test(kept.at(-1) ?? '')) return { status: 'system' }
  if (kept.some((part) => DEVICE.test(part))) return { status: 'stays', why: 'device' }
  const path = kept.map(readable).join('/')
  if (path === '') return { status: 'stays', why: 'path' }
  return path.length > MAX_MOVE_IN_PATH_CHARACTERS
    ? { status: 'stays', why: 'name-too-long' }
    : { status: 'path', path }
}

/** Makes a part of a name readable and storable: removes marks that reverse the text around them and characters that are not text. */
function readable(part: string): string {
  const formed = part.normalize('NFC').toWellFormed()
  const tidy = tidyText(isWellFormedText(formed) ? formed : formed.replace(/[^\P{Cc}\t\n\r]/gu, '\uFFFD'))
  return tidy === '' ? '\uFFFD' : tidy
}

/** The same for the words of a report, shortened to the length that it keeps. */
export function sayable(name: string): string {
  const words = name
    .split(/[\\/]+/)
    .map(readable)
    .join('/')
  return words.length <= MAX_MOVE_IN_PATH_CHARACTERS
    ? words
    : `${words.slice(0, MAX_MOVE_IN_PATH_CHARACTERS - 1)}…`.toWellFormed()
}

/** The upper half of the DOS code page, which zips without a UTF-8 flag use. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0'
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]{2}/u

/**
 * Decodes a zip name with unknown encoding. Most programs write UTF-8 anyway. Japanese programs write Shift-JIS, recognised by two
 * Japanese letters next to each other. The others write the DOS code page.
 */
export function decodeName(bytes: Uint8Array): string {
  return decoded('utf-8', bytes) ?? japanese(bytes) ?? dos(bytes)
}

function japanese(bytes: Uint8Array): string | undefined {
  const text = decoded('shift_jis', bytes)
  return text !== undefined && JAPANESE.test(text) ? text : undefined
}

function decoded(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function dos(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128])).join('')
}
