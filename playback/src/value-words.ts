import {
  cutAtWord,
  isBlank,
  MAX_BYLINE_CHARACTERS,
  MAX_HEADING_CHARACTERS,
  MAX_LINE_CHARACTERS,
  MAX_NOTICE_CHARACTERS,
  type Notice,
  type Value,
  valuesIn,
  withValues,
} from '@placard/contract'
import { LETTER } from './characters.ts'
import { directionOf } from './direction.ts'

// Values of tables in texts [DT4]: `{cell _t-…/…/…}` (`wordsOfValue`).

/** The value as text. undefined: it is missing. */
export type TextOfValue = (value: Value) => string | undefined

/** A line with its values filled in. undefined: one is missing. */
export function lineShown(text: string, textOf: TextOfValue): string | undefined {
  const filled = filledIn(text, textOf)
  return filled === text || filled === undefined ? filled : cutAtWord(filled, MAX_LINE_CHARACTERS)
}

/**
 * A notice with its values filled in. A paragraph or an entry of a list in which one is missing is left out, and so are a heading
 * and a byline.
 *
 * @returns the same object if it has no values; undefined if neither a heading nor a body is left
 */
export function noticeShown<Words extends Pick<Notice, 'heading' | 'body' | 'byline'>>(
  notice: Words,
  textOf: TextOfValue,
): Words | undefined {
  const { heading, body, byline } = notice
  if (![heading, body, byline].some((text) => valuesIn(text).length > 0)) return notice
  const shown = {
    ...notice,
    heading: cutAtWord(filledIn(heading, textOf) ?? '', MAX_HEADING_CHARACTERS),
    body: cutAtWord(bodyShown(body, textOf), MAX_NOTICE_CHARACTERS),
    byline: cutAtWord(filledIn(byline, textOf) ?? '', MAX_BYLINE_CHARACTERS),
  }
  return isBlank(shown.heading) && isBlank(shown.body) ? undefined : shown
}

const ENTRY = /^\s*[-*•–]\s/

/** The parts of `noticeBlocks` that are left out as a whole: paragraphs, and single entries of lists. */
function bodyShown(body: string, textOf: TextOfValue): string {
  const parts: string[][] = []
  let paragraph: string[] | undefined
  for (const line of body.split('\n')) {
    const isParagraph = line.trim() !== '' && !ENTRY.test(line)
    if (isParagraph && paragraph) paragraph.push(line)
    else parts.push([line])
    paragraph = isParagraph ? (paragraph ?? parts[parts.length - 1]) : undefined
  }
  const left = parts.flatMap((lines) => {
    const filled = lines.map((line) => filledIn(line, textOf))
    return filled.some((line) => line === undefined) ? [] : filled
  })
  return left
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** @returns undefined if a value is missing */
function filledIn(text: string, textOf: TextOfValue): string | undefined {
  const values = valuesIn(text)
  if (values.length === 0) return text
  const texts = new Map(values.map((value) => [value, textOf(value)]))
  if (Array.from(texts.values()).some((one) => one === undefined)) return undefined
  const around = withValues(text, () => '')
  let next = 0
  return withValues(text, () => {
    const value = texts.get(values[next] as Value) ?? ''
    next += 1
    return literal(value, around)
  })
}

/** U+2060 is invisible, and no break. It keeps characters apart that would be marks together. */
const JOINER = '\u2060'

/** A value that stays as it is in its text: nothing in it is a mark, or becomes one beside the typed words. */
function literal(value: string, around: string): string {
  const plain = value.replaceAll('{', `{${JOINER}`).replaceAll('*', `${JOINER}*${JOINER}`)
  const isMarkLike = around.includes('{') || /^[-•–]/.test(plain)
  const kept = isMarkLike ? `${JOINER}${plain}` : plain
  const isOtherWay = [value, around].every((text) => LETTER.test(text)) && directionOf(value) !== directionOf(around)
  // Letters of the other direction do not move the words and the punctuation around them.
  return isOtherWay ? `\u2068${kept}\u2069` : kept
}
