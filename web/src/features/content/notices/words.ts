import { MAX_LINE_CHARACTERS, MAX_TITLE_CHARACTERS, type Notice } from '@placard/contract'
import { linesOf, withoutLiveWords } from '@placard/playback'

type Words = Pick<Notice, 'heading' | 'body' | 'byline'>

/** So much of a text is enough to know it by. */
const FIRST_WORDS_CHARACTERS = 60

/** The name of a notice on cards and in lists: its heading, else the first words of its text. Empty where live words are all it has. */
export function titleOf({ heading, body }: Pick<Words, 'heading' | 'body'>): string {
  const named = plain(heading)
  if (named !== '') return cut(named, MAX_TITLE_CHARACTERS)
  const first = linesOf(body)
    .map(plain)
    .find((line) => line !== '')
  return cut(first ?? '', FIRST_WORDS_CHARACTERS)
}

/** Without live words and stars, and what is left hanging where they stood. */
function plain(text: string): string {
  return withoutLiveWords(text)
    .replaceAll('**', '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s:;,–—-]+|[\s:;,–—-]+$/g, '')
}

/** @param most characters; a longer text ends with a whole word and three dots */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // Half of a surrogate pair is no letter. A text without blanks ends where it must.
  const start = text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')
  const end = text[start.length] === ' ' ? start.length : start.lastIndexOf(' ')
  return `${end > most / 2 ? start.slice(0, end) : start}…`
}

/**
 * A notice as a line that runs along the bottom (CT14): heading and text, with their live words.
 *
 * @returns undefined where it is longer than a line may be
 */
export function lineOf({ heading, body }: Pick<Words, 'heading' | 'body'>): string | undefined {
  const text = linesOf(body).join(' · ')
  const line = [heading.replaceAll('**', ''), text].filter((part) => part !== '').join(' – ')
  return line.length <= MAX_LINE_CHARACTERS ? line : undefined
}

/** So long a text is a heading, in letters that fill the glass; a longer one is read as a text. */
const HEADING_CHARACTERS = 60

/** A line as a notice: a short one is its heading, a longer one its text. */
export function wordsOfLine(line: string): Pick<Words, 'heading' | 'body'> {
  return line.length <= HEADING_CHARACTERS ? { heading: line, body: '' } : { heading: '', body: line }
}

/** Letters of 38 of 1,080 lines read well, without an effort, from 2.7 m on a screen of 55 inches: 22 minutes of arc. */
const METRES_PER_SHARE = 2.7 / (38 / 1_080)
/**
 * The distance from which the smallest letters read well, in metres: whole ones, below three halves.
 *
 * @param share of the letters' height in the glass's
 * @param inches of the screen, corner to corner
 */
export function metresOf(share: number, inches: number): number {
  const metres = (share * METRES_PER_SHARE * inches) / 55
  return metres < 3 ? Math.floor(metres * 2) / 2 : Math.floor(metres)
}
