import { isBlank, isWellFormedText, MAX_TITLE_CHARACTERS, tidyText } from '@placard/contract'

/**
 * Makes a title from a file's name: without its extension, as words.
 *
 * @param fallback for a name without meaning, and for the name that browsers give to pasted files
 */
export function titleOfFile(name: string, fallback: string): string {
  if (PASTED.test(name)) return fallback
  const words = name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_\s]+|(?<=\p{L})-(?=\p{L})/gu, ' ')
    .trim()
  if (!isWellFormedText(words) || isBlank(words)) return fallback
  return tidyText(capitalised(words).slice(0, MAX_TITLE_CHARACTERS)).toWellFormed()
}

const PASTED = /^image\.(png|jpe?g|gif|webp)$/i

function capitalised(words: string): string {
  const [first = ''] = words
  return first.toUpperCase() + words.slice(first.length)
}
