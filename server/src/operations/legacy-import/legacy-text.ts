import { isBlank, tidyText } from '@placard/contract'
import { CutText, type KeptValue } from './kept-value.ts'

export type ReadText =
  | { kind: 'text'; text: string; remarks: string[] }
  /** Nothing that can be read, or no text at all. */
  | { kind: 'none' }

/** Control characters and halves of surrogate pairs: what no database stores in a text. Breaks and tabs become blanks. */
const UNSTORABLE = /\p{Cs}|(?![\t\n\r])\p{Cc}/gu
const ELLIPSIS = '…'

/**
 * Reads a text of one line. Markup in it is text and stays.
 *
 * @param name of the text, for the remarks, like `title`
 * @param limit in characters; what is longer is cut and ends with an ellipsis
 */
export function readText(value: KeptValue | undefined, name: string, limit: number): ReadText {
  const given = value instanceof CutText ? value.beginning : value
  if (typeof given !== 'string') return { kind: 'none' }
  const remarks: string[] = []
  const storable = given.replace(UNSTORABLE, '')
  // A text that the reader cut may have been cut within a pair.
  if (storable !== given && !(value instanceof CutText)) {
    remarks.push(`its ${name} had characters that cannot be stored; they were left out`)
  }
  const text = tidyText(storable)
  if (isBlank(text)) return { kind: 'none' }
  if (text.length <= limit) return { kind: 'text', text, remarks }
  remarks.push(`its ${name} is longer than ${limit} characters, so it was cut`)
  // Not within a pair.
  const beginning = text.slice(0, limit - ELLIPSIS.length).replace(/\p{Cs}$/u, '')
  return { kind: 'text', text: beginning.trimEnd() + ELLIPSIS, remarks }
}
