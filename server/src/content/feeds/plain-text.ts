import { cutAtWord, isWellFormedText, MAX_FEED_TEXT_CHARACTERS, tidyText } from '@placard/contract'

/** Text beyond this is ignored: a feed may carry whole articles. */
const MOST_LOOKED_AT = 20_000

/** Names of the characters from U+00A0 on, in order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const NAMED = new Map<string, string>([
  ...LATIN.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['sbquo', '‚'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bdquo', '„'],
  ['hellip', '…'],
  ['bull', '•'],
  ['euro', '€'],
  ['trade', '™'],
  ['scaron', 'š'],
  ['Scaron', 'Š'],
  ['oelig', 'œ'],
  ['OElig', 'Œ'],
  ['Yuml', 'Ÿ'],
  ['lsaquo', '‹'],
  ['rsaquo', '›'],
  ['larr', '←'],
  ['rarr', '→'],
  ['minus', '−'],
  ['prime', '′'],
  ['dagger', '†'],
  ['permil', '‰'],
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ['zwnj', '\u200c'],
  ['zwj', '\u200d'],
])
/** Feeds use the numbers from 128 to 159 for characters of Windows-1252. */
const WINDOWS = new TextDecoder('windows-1252')

/** Inline elements, which do not separate words. */
const INSIDE_A_WORD =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|em|font|i|mark|q|s|small|span|strong|sub|sup|time|u|wbr)\b[^<>]*>/gi

/** Reduces HTML to plain text: no markup, no control characters, single line breaks. */
function plainText(given: string | undefined): string {
  if (!given) return ''
  const text = given
    .slice(0, MOST_LOOKED_AT)
    .replace(/<(script|style)\b[^<>]*>[^<]*(?:<\/\1\s*>)?/gi, ' ')
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi, '\n')
    .replace(INSIDE_A_WORD, '')
    // Excludes `<`, so that many unclosed tags are still matched in linear time.
    .replace(/<[a-z/!?][^<>]*>/gi, ' ')
    .replace(/&(#x?)?(\w{1,8});/gi, letterOf)
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map(lineOf)
    .filter((line) => line !== '')
    .join('\n')
}

/** Like `plainText`, on a single line. */
export const plainLine = (given: string | undefined): string => plainText(given).replaceAll('\n', ' ')

/** Online meeting programs append joining instructions below an invitation. These are not meant for a screen. */
const ADDED_BY_PROGRAMS = /\n?(?:_{8,}|-{10,}|~{10,}|-::~|─{8,}|⸻)[\s\S]*$/

/** A text of several lines, shortened to the length that is readable on a screen. */
export function shortText(given: string | undefined): string {
  return cutAtWord(plainText(given).replace(ADDED_BY_PROGRAMS, ''), MAX_FEED_TEXT_CHARACTERS)
}

function lineOf(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes away
  const tidy = tidyText(line.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g, ''))
  return isWellFormedText(tidy) ? tidy.replace(/[ \u00a0]{2,}/g, ' ').trim() : ''
}

function letterOf(whole: string, number: string | undefined, name: string): string {
  if (number === undefined) return NAMED.get(name) ?? whole
  const code = Number.parseInt(name, number === '#' ? 10 : 16)
  if (code >= 0x80 && code <= 0x9f) return WINDOWS.decode(Uint8Array.of(code))
  return Number.isInteger(code) && code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
