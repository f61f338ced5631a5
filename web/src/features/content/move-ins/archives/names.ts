import { isWellFormedText, MAX_MOVE_IN_PATH_CHARACTERS, tidyText } from '@placard/contract'
import type { Stays } from '../reasons.ts'

/** A path within what was brought: its parts, joined by slashes. */
export type ReadPath = { status: 'path'; path: string } | { status: 'system' } | { status: 'stays'; why: Stays }

/** Files that computers put beside people's own. */
const SYSTEM =
  /^(\.ds_store|thumbs\.db|desktop\.ini|\.localized|icon\r?|\.spotlight-.*|\.trashes|\.fseventsd|\._.*|~\$.*)$/i
const SYSTEM_FOLDER = /^(__macosx|\.git|\.thumbnails|@eadir|lost\+found|\$recycle\.bin)$/i
/** Windows opens a device in the place of such a file, whatever its extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i

/**
 * Judges a name as an archive has it. Nothing is ever written to a disk by it; what would lead out of a folder is refused all the same,
 * because somebody has made it on purpose.
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

/** A name that can be said and kept: without marks that turn its neighbours around, and without what is no letter. */
function readable(part: string): string {
  const formed = part.normalize('NFC').toWellFormed()
  const tidy = tidyText(isWellFormedText(formed) ? formed : formed.replace(/[^\P{Cc}\t\n\r]/gu, '\uFFFD'))
  return tidy === '' ? '\uFFFD' : tidy
}

/** The same for words of a report: as much of a name as it keeps. */
export function sayable(name: string): string {
  const words = name
    .split(/[\\/]+/)
    .map(readable)
    .join('/')
  return words.length <= MAX_MOVE_IN_PATH_CHARACTERS
    ? words
    : `${words.slice(0, MAX_MOVE_IN_PATH_CHARACTERS - 1)}…`.toWellFormed()
}

/** The upper half of the code page of DOS, which a zip without a mark is written in. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0'
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]{2}/u

/**
 * The letters of a zip's name that does not say what it is written in. Most programs write UTF-8 all the same; those in Japan
 * Shift-JIS, which two Japanese letters beside one another tell; the others the code page of DOS.
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
