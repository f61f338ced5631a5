import { MAX_CORNER_CHARACTERS, MAX_LINE_CHARACTERS, MAX_TITLE_CHARACTERS } from './constants.ts'
import { z } from './zod.ts'

/** Marks that change or isolate the writing direction. An unbalanced one reorders the text around it. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g
/**
 * Invisible characters: white space, characters that a program may leave undrawn (such as variation selectors, tags and Hangul
 * fillers), controls, formats, noncharacters, and characters that are placeholders or are drawn blank: U+FFFC (object
 * replacement), U+2800 (Braille without a dot), U+1D159 (musical null notehead), U+13441 and U+13442 (Egyptian blanks), U+16FE4
 * (Khitan filler). Source: Unicode 16, chapters 5.21 and 23.
 */
const INVISIBLE =
  /[\s\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cc}\p{Cf}\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/

/**
 * PostgreSQL rejects NUL and lone surrogates in text, SQLite accepts them. They are refused for both, so that both answer
 * alike.
 */
export function isWellFormedText(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text)
}

/** One line of plain text: line breaks and tabs become spaces, direction marks are removed, the ends are trimmed. */
export function tidyText(text: string): string {
  return text
    .replace(/[\r\n\t\u2028\u2029]+/g, ' ')
    .replace(DIRECTION_MARKS, '')
    .trim()
}

/** Shortens a text at a word boundary and appends an ellipsis. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const room = text.slice(0, most - 1)
  const end = room.lastIndexOf(' ')
  // A word longer than half of the limit is cut at the limit, but never inside a surrogate pair.
  return `${(end > most / 2 ? room.slice(0, end) : room.replace(/[\uD800-\uDBFF]$/, '')).trimEnd()}…`
}

/**
 * Tells whether a text has no visible characters: the one definition of an empty text. Joiners and selectors inside words and
 * emoji make no difference.
 */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '') === ''
}

/** Turns a text without visible characters into an empty one. */
export const emptyIfBlank = (text: string): string => (isBlank(text) ? '' : text)

const text = z.string().refine(isWellFormedText, 'text-not-well-formed').transform(tidyText)

/** One line of plain text. It may be empty, and is if nothing in it is visible. */
export const PlainText = text.transform(emptyIfBlank)

/** C5: a title is one line of 1 to 200 characters. White space alone does not count. */
export const Title = text
  .refine((value) => !isBlank(value), 'title-missing')
  .refine((value) => value.length <= MAX_TITLE_CHARACTERS, 'too-long')

/** The name of an organisation or a display: one line of 1 to 200 characters. */
export const Name = text
  .refine((value) => !isBlank(value), 'name-missing')
  .refine((value) => value.length <= MAX_TITLE_CHARACTERS, 'too-long')

/** One line of plain text that is not blank, of any length. */
export const LongLineText = text.refine((value) => !isBlank(value), 'text-missing')

/** One text of the ticker: one line of 1 to 500 characters. */
export const LineText = LongLineText.refine((value) => value.length <= MAX_LINE_CHARACTERS, 'too-long')

/** The words in a corner of a display: one line of 1 to 60 characters. */
export const CornerText = text
  .refine((value) => !isBlank(value), 'text-missing')
  .refine((value) => value.length <= MAX_CORNER_CHARACTERS, 'too-long')
