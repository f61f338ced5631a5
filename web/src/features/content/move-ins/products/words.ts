import { HTML_NAMES, MAX_HEADING_CHARACTERS, MAX_NOTICE_CHARACTERS, Notice } from '@placard/contract'
import type { Stays } from '../reasons.ts'

const NAMED: Record<string, string> = {
  ...HTML_NAMES,
  euro: '€',
  deg: '°',
  copy: '©',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
}
const BREAK = /<\s*(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/ul|\/ol)\b[^>]*>/gi

/** The text of an HTML fragment. Nothing else of it is ever put into a page. */
export function wordsOf(html: string): string {
  const words = html
    .replace(/<(script|style|title|head)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/\s+/g, ' ')
    .replace(BREAK, '\n')
    .replace(/<\s*li\b[^>]*>/gi, '- ')
    .replace(/<[^>]*(?:>|$)/g, '')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
      if (!name.startsWith('#')) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
  return tidyLines(words)
}

function tidyLines(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) =>
    line
      .replace(/[^\P{C}\s\u200C\u200D]/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The text of a plain text file: in UTF-8, UTF-16 or an older Windows encoding. */
export function wordsIn(bytes: Uint8Array<ArrayBuffer>): string {
  return tidyLines(textIn(bytes))
}

export function textIn(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The address in a Windows shortcut (`.url`) or a Mac shortcut (`.webloc`). Empty if there is none. */
export function shortcutIn(text: string): string {
  const found = /^URL=(.+)$/im.exec(text)?.[1] ?? /<string>([^<]*)<\/string>/i.exec(text)?.[1] ?? ''
  return found.replaceAll('&amp;', '&').trim()
}

/** Makes a notice of a text. The first line becomes the heading if it is short. */
export function noticeOf(words: string): Notice | Stays {
  const [first = '', ...rest] = words.split('\n')
  const isHeading = first !== '' && first.length <= MAX_HEADING_CHARACTERS && !first.startsWith('- ')
  const heading = isHeading ? first : ''
  const body = (isHeading ? rest.join('\n') : words).trim()
  if (words.trim() === '') return 'no-words'
  if (body.length > MAX_NOTICE_CHARACTERS) return 'too-many-words'
  const notice = Notice.safeParse({ look: 'paper', heading, body, byline: '' })
  return notice.success ? notice.data : 'no-words'
}
