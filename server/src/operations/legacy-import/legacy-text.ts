import { isBlank, tidyText } from '@placard/contract'
import { CutText, type KeptValue } from './kept-value.ts'

export type ReadText =
  | { kind: 'text'; text: string; remarks: string[] }
  /** It is not a text, or it is blank. */
  | { kind: 'none' }

/** Control characters and unpaired surrogates, which databases do not store in texts. Line breaks and tabs become spaces. */
const UNSTORABLE = /\p{Cs}|(?![\t\n\r])\p{Cc}/gu
const ELLIPSIS = '…'

/**
 * Reads a text of one line. Markup in it is kept as text.
 *
 * @param name of the text, for the remarks, like `title`
 * @param limit in characters. A longer text is cut and ends with an ellipsis
 */
export function readText(value: KeptValue | undefined, name: string, limit: number): ReadText {
  const given = value instanceof CutText ? value.beginning : value
  if (typeof given !== 'string') return { kind: 'none' }
  const remarks: string[] = []
  const storable = given.replace(UNSTORABLE, '')
  // A text that the reader cut may end within a surrogate pair.
  if (storable !== given && !(value instanceof CutText)) {
    remarks.push(`its ${name} had characters that cannot be stored, which were removed`)
  }
  const text = tidyText(storable)
  if (isBlank(text)) return { kind: 'none' }
  if (text.length <= limit) return { kind: 'text', text, remarks }
  remarks.push(`its ${name} is longer than ${limit} characters, so it was cut`)
  // Removes half of a surrogate pair at the end.
  const beginning = text.slice(0, limit - ELLIPSIS.length).replace(/\p{Cs}$/u, '')
  return { kind: 'text', text: beginning.trimEnd() + ELLIPSIS, remarks }
}
