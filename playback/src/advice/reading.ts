import { type Notice, noticeBlocks } from '@placard/contract'
import { type Place, withLiveWords } from '../live-words.ts'

/** Passers-by look up late, then read 150 words a minute. */
const LOOK_UP_SECONDS = 2
const SECONDS_PER_WORD = 0.4
const LEAST_SECONDS = 5

/** Whole seconds that somebody who comes by needs for so many words. */
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

/** The lines of a notice's body as they read: no stars, no dashes, no empty ones. */
export function linesOf(body: string): string[] {
  return noticeBlocks(body).flatMap(({ lines }) => lines.map((spans) => spans.map(({ text }) => text).join('')))
}

let words: Intl.Segmenter | undefined

/** Chinese and Thai put no blanks between words; the engine knows where they end. */
export function countWords(text: string): number {
  if (!('Segmenter' in Intl)) return text.split(/\s+/).filter(Boolean).length
  words ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  let count = 0
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1
  return count
}
