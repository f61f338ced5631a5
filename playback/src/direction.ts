import { LETTER } from './characters.ts'

export type Direction = 'ltr' | 'rtl'

// The first strong letter decides the direction of a line (Unicode bidi algorithm, rule P2). The scripts by block: Hebrew,
// Arabic, Syriac, Thaana, N'Ko, Samaritan, Mandaic, their presentation forms, and those of the first supplementary plane
// (Adlam, Hanifi Rohingya and historic ones).
const STRONG_RTL = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * The direction of a text by the rule of `dir="auto"`: that of its first letter that has one; left to right if there is none.
 */
export function directionOf(text: string): Direction {
  for (const character of text) {
    if (!LETTER.test(character)) continue
    return STRONG_RTL.test(character) ? 'rtl' : 'ltr'
  }
  return 'ltr'
}

/** Primary subtags of languages that are written from right to left. */
const RIGHT_TO_LEFT = ['ar', 'ckb', 'dv', 'fa', 'he', 'iw', 'ks', 'nqo', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']

/**
 * Tells whether a language is written from right to left.
 *
 * @param language BCP 47; null: not known, and counts as left to right
 */
export function isRightToLeft(language: string | null | undefined): boolean {
  return RIGHT_TO_LEFT.includes((language ?? '').toLowerCase().split('-')[0] ?? '')
}
