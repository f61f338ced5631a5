import { LETTER } from './characters.ts'

export type Direction = 'ltr' | 'rtl'

// The letters that decide a line's direction are its first strong ones (Unicode bidi algorithm, rule P2). Scripts by
// block: Hebrew, Arabic, Syriac, Thaana, N'Ko, Samaritan, Mandaic, their presentation forms, and those of the first
// supplementary plane (Adlam, Hanifi Rohingya and the old ones).
const STRONG_RTL = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** As `dir="auto"` decides it: by the first letter that has a direction; without any, left to right. */
export function directionOf(text: string): Direction {
  for (const character of text) {
    if (!LETTER.test(character)) continue
    return STRONG_RTL.test(character) ? 'rtl' : 'ltr'
  }
  return 'ltr'
}
