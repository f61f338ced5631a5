import { MARK } from '@placard/playback'

/** A compositor layer wider than this is beyond what small GPUs take as one texture. */
export const WIDEST_PIECE_PX = 4_096

/**
 * Cuts a text into pieces that are none wider than `widestPx`, between words as far as there are words. What is cut reads
 * on in the next piece; the blank at a cut belongs to the gap.
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

/** How many letters go into one piece: at least one, and up to the last blank if there is one. */
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

// A mark stays with the letter it stands on, and what a joiner joins stays together. Intl.Segmenter knows it all, and came
// with Chromium 87.
const JOINER_OR_SKIN_TONE = /[\u200D\u{1F3FB}-\u{1F3FF}]/u

function lettersOf(text: string): string[] {
  const letters: string[] = []
  let joins = false
  for (const character of text) {
    const last = letters.length - 1
    if (last >= 0 && (joins || MARK.test(character) || JOINER_OR_SKIN_TONE.test(character))) letters[last] += character
    else letters.push(character)
    joins = character === '\u200D'
  }
  return letters
}
