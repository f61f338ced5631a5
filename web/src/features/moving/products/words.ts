import { MAX_HEADING_CHARACTERS, MAX_NOTICE_CHARACTERS, Notice } from '@placard/contract'
import type { Stays } from '../reasons.ts'

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
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

/** The words of a piece of HTML: nothing of it is ever put into a page but these. */
export function wordsOf(html: string): string {
  return html
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
    .replace(/[^\P{C}\n\u200C\u200D]/gu, '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A notice of these words: the first line is its heading where that is short. */
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
