import { type ManifestBoard, type Notice, noticeBlocks } from '@placard/contract'
import { toldBoard } from '../board/told.ts'
import { type Place, withLiveWords } from '../live-words.ts'

/** Passers-by take a moment to look up, then read 150 words per minute. */
const LOOK_UP_SECONDS = 2
const SECONDS_PER_WORD = 0.4
const LEAST_SECONDS = 5

/** The whole seconds that a passer-by needs to read a number of words. */
export const secondsForWords = (count: number) =>
  Math.max(LEAST_SECONDS, Math.ceil(LOOK_UP_SECONDS + SECONDS_PER_WORD * count))

/** The same for a notice. @param at milliseconds since 1970, for its live words */
export function readingSeconds(
  { heading, body, byline }: Pick<Notice, 'heading' | 'body' | 'byline'>,
  at: number,
  place: Place,
): number {
  const text = [heading, ...linesOf(body), byline].map((line) => withLiveWords(line, at, place)).join('\n')
  return secondsForWords(countWords(text))
}

/** People look for one row of a board, and find it after reading half of them. */
const SHARE_READ = 0.5

/** The whole seconds that a passer-by needs to find something on a board. @param at milliseconds since 1970 */
export function scanningSeconds(board: ManifestBoard, at: number, { zoneOffsets }: Place): number {
  const { headings, rows } = toldBoard(board, at, zoneOffsets)
  const text = [board.title, ...headings, ...rows.flat()].join('\n')
  return secondsForWords(Math.ceil(countWords(text) * SHARE_READ))
}

/** The lines of a notice's body as displayed: without stars, dashes and empty lines. */
export function linesOf(body: string): string[] {
  return noticeBlocks(body).flatMap(({ lines }) => lines.map((spans) => spans.map(({ text }) => text).join('')))
}

/** Scripts without spaces between words. The engine can separate their words, but slowly. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** A mark inside a word or a number is part of it. */
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_]|['’.,:](?=[\p{L}\p{N}]))*/gu

let segmenter: Intl.Segmenter | undefined

/** The number of words in a text, as people count them. */
export function countWords(text: string): number {
  if (!WITHOUT_BLANKS.test(text) || !('Segmenter' in Intl)) return text.match(WORD)?.length ?? 0
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  let count = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1
  return count
}
