import { MARK } from '@placard/playback'

/** A wider compositor layer is too large for one texture on small GPUs. */
export const WIDEST_PIECE_PX = 4_096

/**
 * Cuts a text into pieces of at most `widestPx`, between words where possible. The space at a cut becomes part of the
 * gap.
 *
 * @param measure the width of a text in px
 */
export function split(text: string, measure: (text: string) => number, widestPx: number): string[] {
  const width = measure(text)
  if (width <= widestPx) return [text]
  const letters = lettersOf(text)
  const pieces: string[] = []
  let rest = letters
  while (rest.length > 0) {
    const count = fitting(rest, measure, widestPx)
    pieces.push(rest.slice(0, count).join('').trim())
    rest = rest.slice(count)
  }
  return pieces.filter((piece) => piece !== '')
}

/** The number of letters in one piece: at least one, and up to the last space if there is one. */
function fitting(letters: string[], measure: (text: string) => number, widestPx: number): number {
  let fits = 1
  let tooMany = letters.length + 1
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (measure(letters.slice(0, middle).join('').trim()) <= widestPx) fits = middle
    else tooMany = middle
  }
  if (fits === letters.length) return fits
  for (let end = fits; end > 1; end -= 1) {
    if (letters[end - 1] === ' ') return end
  }
  return fits
}

// Keeps combining marks with their letter, and joined characters together, also the consonants of an Indian syllable
// (U+094D and its like in other scripts). Intl.Segmenter does this, but came with
// Chromium 87.
const JOINS = /[\u200D\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D]/
const JOINER_OR_SKIN_TONE = /[\u200D\u{1F3FB}-\u{1F3FF}]/u

function lettersOf(text: string): string[] {
  const letters: string[] = []
  let joins = false
  for (const character of text) {
    const last = letters.length - 1
    if (last >= 0 && (joins || MARK.test(character) || JOINER_OR_SKIN_TONE.test(character))) letters[last] += character
    else letters.push(character)
    joins = JOINS.test(character)
  }
  return letters
}
