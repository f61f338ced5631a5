import { withoutLiveWords } from '../live-words.ts'
import { namesOf } from './names.ts'

/** Up to this many consecutive words in capitals are a name, or emphasis. */
const MOST_IN_A_ROW = 3

/** If no word is longer than this, they are abbreviations: "CSE ECE EEE IT". */
const LONGEST_SHORT = 4

/**
 * A word with its position in the text. Addresses are not words, and the entries of a list do not count as consecutive: "BMW,
 * SAP, BASF".
 */
const TOKEN =
  /\{[^}]*\}|\S*:\/\/\S*|\S+@\S+|[\p{Lu}\p{N}]+(?:\s?[,/|·•;]\s?[\p{Lu}\p{N}]+){2,}(?![\p{L}\p{M}])|[\p{L}\p{M}\p{N}'’]+/gu
const PLAIN = /^[\p{L}\p{M}'’]+$/u
/** Latin consonants only, so not a word but an abbreviation: TV, HR, PDF. */
const LETTERS_ONE_BY_ONE = /^[B-DF-HJ-NP-TV-XZ]+$/
/** English: the only word that is always capitalised. */
const OF_I = /^i['’]/

/** `quiet` ends a run. `none` is a number or a single letter, which neither counts nor ends a run. */
type Tone = 'loud' | 'quiet' | 'none'

/** Scripts without capitals are never loud. */
function toneOf(word: string): Tone {
  const letters = Array.from(word.replace(/\P{L}/gu, ''))
  if (letters.length < 2) return 'none'
  if (!PLAIN.test(word) || LETTERS_ONE_BY_ONE.test(word)) return 'none'
  const isCased = word.toLowerCase() !== word
  return isCased && word.toUpperCase() === word ? 'loud' : 'quiet'
}

type Run = { from: number; until: number; words: number; longest: number }

function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  for (const { 0: word, index } of text.matchAll(TOKEN)) {
    const tone = /^\{|:\/\/|@/.test(word) ? 'none' : toneOf(word)
    if (tone === 'quiet') run = undefined
    if (tone !== 'loud') continue
    if (!run) {
      run = { from: index, until: index, words: 0, longest: 0 }
      runs.push(run)
    }
    run.until = index + word.length
    run.words += 1
    run.longest = Math.max(run.longest, word.length)
  }
  return runs.filter(({ words, longest }) => words > MOST_IN_A_ROW && longest > LONGEST_SHORT)
}

/** The number of words in runs of more than three words in capitals; 0: there is no such run. */
export function shoutedWords(text: string): number {
  if (withoutLiveWords(text).toLowerCase() === text) return 0
  return runsOf(text).reduce((sum, { words }) => sum + words, 0)
}

/** Languages that capitalise every noun. Nouns cannot be recognised here. */
const WITH_LARGE_NOUNS = /^(?:de|lb)\b/i

/** True: shouted text in this language can be rewritten in sentence case. @param language BCP 47 */
export const canQuieten = (language: string | undefined) => !WITH_LARGE_NOUNS.test(language ?? '')

/**
 * Rewrites the shouted parts of a text in sentence case. The first letter, and names of days and months as in the language,
 * stay capitalised. The rest is unchanged.
 *
 * @param language BCP 47; undefined, or unknown to the engine: the engine's own
 */
export function quietened(text: string, language: string | undefined): string {
  let result = ''
  let end = 0
  for (const { from, until } of runsOf(text)) {
    result += text.slice(end, from)
    const said = text.slice(from, until)
    result += said.replace(TOKEN, (word: string, index: number) => {
      if (/^\{|:\/\/|@/.test(word) || toneOf(word) !== 'loud') return word
      const lower = lowerOf(word, language)
      const before = result + said.slice(0, index)
      return isFirst(before) || OF_I.test(lower)
        ? capitalised(lower, language)
        : (namesOf(language).cased.get(lower) ?? lower)
    })
    end = until
  }
  return result + text.slice(end)
}

/** At the start of the text or of a line, or after the end of a sentence. */
const isFirst = (before: string) => /(^|[.!?…؟。！？]["'”’)\]]*\s+|\n)[\s"'“„«(*\-–•]*$/.test(before)

function lowerOf(word: string, language: string | undefined): string {
  try {
    return word.toLocaleLowerCase(language)
  } catch {
    return word.toLowerCase()
  }
}

function capitalised(word: string, language: string | undefined): string {
  const [first = '', ...rest] = Array.from(word)
  try {
    return first.toLocaleUpperCase(language) + rest.join('')
  } catch {
    return first.toUpperCase() + rest.join('')
  }
}
