import { MAX_LINE_CHARACTERS, MAX_TITLE_CHARACTERS } from './constants.ts'
import { z } from './zod.ts'

/** Marks that turn or isolate the writing direction of what follows: one unbalanced one reorders its neighbours. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g
/**
 * Characters that nobody sees: white space, what Unicode lets a program leave undrawn (variation selectors, tags and the fillers of
 * Hangul are among it), controls, formats, code points that are never characters, and those that stand for nothing or are drawn as
 * an empty field: U+FFFC (object replacement), U+2800 (Braille without a dot), U+1D159 (musical null notehead), U+13441 and U+13442
 * (Egyptian blanks), U+16FE4 (Khitan filler). Source: Unicode 16, chapters 5.21 and 23.
 */
const INVISIBLE =
  /[\s\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cc}\p{Cf}\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/

/** PostgreSQL refuses NUL and lone surrogates in text, SQLite takes them: refuse them for both, with one answer. */
export function isWellFormedText(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text)
}

/** One line of plain text: breaks and tabs become blanks, direction marks go, blanks at the ends go. */
export function tidyText(text: string): string {
  return text
    .replace(/[\r\n\t\u2028\u2029]+/g, ' ')
    .replace(DIRECTION_MARKS, '')
    .trim()
}

/** Cut at a word, with a sign that there was more. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const room = text.slice(0, most - 1)
  const end = room.lastIndexOf(' ')
  // A word that is longer than half of it is cut where the room ends, and no letter in two.
  return `${(end > most / 2 ? room.slice(0, end) : room.replace(/[\uD800-\uDBFF]$/, '')).trimEnd()}…`
}

/** The one rule for what counts as empty: nothing of it is visible. Joiners and selectors within words and emoji change nothing. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '') === ''
}

/** A text of which nothing is visible becomes an empty one. */
export const emptyIfBlank = (text: string): string => (isBlank(text) ? '' : text)

const text = z.string().refine(isWellFormedText, 'text-not-well-formed').transform(tidyText)

/** One line of plain text, which may be empty: it is where nothing of it is visible. */
export const PlainText = text.transform(emptyIfBlank)

/** C5: a title is 1 to 200 characters of one line; white space alone is none. */
export const Title = text
  .refine((value) => !isBlank(value), 'title-missing')
  .refine((value) => value.length <= MAX_TITLE_CHARACTERS, 'too-long')

/** The name of an organisation or a display: 1 to 200 characters of one line. */
export const Name = text
  .refine((value) => !isBlank(value), 'name-missing')
  .refine((value) => value.length <= MAX_TITLE_CHARACTERS, 'too-long')

/** One text of the ticker: 1 to 500 characters of one line. */
export const LineText = text
  .refine((value) => !isBlank(value), 'text-missing')
  .refine((value) => value.length <= MAX_LINE_CHARACTERS, 'too-long')
