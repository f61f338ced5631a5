import { lengthWithValues, MAX_LINE_CHARACTERS, MAX_TITLE_CHARACTERS, type Notice, withValues } from '@placard/contract'
import { linesOf, withoutLiveWords } from '@placard/playback'

type Words = Pick<Notice, 'heading' | 'body' | 'byline'>

/** The length of a title made from the text. */
const FIRST_WORDS_CHARACTERS = 60

/** The name of a notice in lists: its heading, or the first words of its text. Empty if it consists of live words only. */
export function titleOf({ heading, body }: Pick<Words, 'heading' | 'body'>): string {
  const named = plain(heading)
  if (named !== '') return cut(named, MAX_TITLE_CHARACTERS)
  const first = linesOf(body)
    .map(plain)
    .find((line) => line !== '')
  return cut(first ?? '', FIRST_WORDS_CHARACTERS)
}

/** Removes values, live words and stars, and the punctuation left at the ends. */
function plain(text: string): string {
  return withoutLiveWords(withValues(text, () => ''))
    .replaceAll('**', '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s:;,–—-]+|[\s:;,–—-]+$/g, '')
}

/** @param most the maximum number of characters; a longer text ends with a whole word and an ellipsis */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // Never splits a surrogate pair. A text without spaces is cut anywhere.
  const start = text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')
  const end = text[start.length] === ' ' ? start.length : start.lastIndexOf(' ')
  return `${end > most / 2 ? start.slice(0, end) : start}…`
}

/**
 * A notice as a line of the ticker (CT14): heading and text, with their live words.
 *
 * @returns undefined if it is longer than a line may be
 */
export function lineOf({ heading, body }: Pick<Words, 'heading' | 'body'>): string | undefined {
  const text = linesOf(body).join(' · ')
  const line = [heading.replaceAll('**', ''), text].filter((part) => part !== '').join(' – ')
  return lengthWithValues(line) <= MAX_LINE_CHARACTERS ? line : undefined
}

/** Up to this length a text becomes a heading, in letters that fill the screen; a longer one becomes the text. */
const HEADING_CHARACTERS = 60

/** A line as a notice: a short line becomes the heading, a longer one the text. */
export function wordsOfLine(line: string): Pick<Words, 'heading' | 'body'> {
  return lengthWithValues(line) <= HEADING_CHARACTERS ? { heading: line, body: '' } : { heading: '', body: line }
}

/** Letters of 38 of 1,080 lines are easy to read from 2.7 m on a 55-inch screen: 22 minutes of arc. */
const METRES_PER_SHARE = 2.7 / (38 / 1_080)
/**
 * The distance from which the smallest letters are easy to read, in metres: rounded down to whole metres, below 3 to half metres.
 *
 * @param share the letters' height as a share of the screen's height
 * @param inches the screen's diagonal
 */
export function metresOf(share: number, inches: number): number {
  const metres = (share * METRES_PER_SHARE * inches) / 55
  return metres < 3 ? Math.floor(metres * 2) / 2 : Math.floor(metres)
}
