import type { UiLanguage } from '@placard/contract'
import type { en } from './messages/en.ts'

/** The messages that have come so far. The first pages need no others; every other module waits for its own. */
export type Messages = { readonly [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Forms }
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

declare global {
  interface Window {
    /** Set by public/before-paint.js, which requests the first messages before a script of the application has come. */
    placardWords?: { tag: string; words: Promise<object> } | undefined
  }
}

/** Written into the document by the build (web/words.ts). */
type Written = { part: string; hashes: Partial<Record<UiLanguage, string>> }
const readWritten = (): Written =>
  JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="placard-words"]')?.content || '{}')

let language: UiLanguage = 'en'
let messages: object = {}
/** The parts that this page needs. A part stays in the set when it could not be loaded: its module asks for it again. */
const parts = new Set<string>()

async function fetchPart(of: UiLanguage, part: string): Promise<object> {
  const early = window.placardWords
  const { part: first, hashes } = readWritten()
  if (early?.tag === of && part === first) {
    // Asked for again if it failed.
    window.placardWords = undefined
    return early.words
  }
  const answer = await fetch(`/assets/words-${of}-${part}-${hashes[of]}.json`)
  if (!answer.ok) throw new Error(`no messages: ${answer.status}`)
  return answer.json()
}

/**
 * Loads a language: the first part of this document, and the others that are in use. Nothing changes if that fails.
 *
 * @throws if a part cannot be loaded
 */
export async function loadLanguage<Words = Messages>(next: UiLanguage): Promise<Words> {
  const needed = [readWritten().part, ...parts]
  const loaded: object = Object.assign({}, ...(await Promise.all(needed.map((part) => fetchPart(next, part)))))
  language = next
  messages = loaded
  // A part that was asked for in the meantime was of the language before.
  await Promise.all([...parts].filter((part) => !needed.includes(part)).map(loadPart))
  return messages as Words
}

async function loadPart(part: string): Promise<void> {
  parts.add(part)
  let of: UiLanguage
  do {
    of = language
    const words = await fetchPart(of, part)
    if (of === language) Object.assign(messages, words)
  } while (of !== language)
}

const coming = new Map<string, Promise<void>>()

/**
 * Waits for a module and for its messages. The build writes this around each dynamic import (web/words.ts); the development server
 * loads all messages at once.
 *
 * @throws if the module or a message file cannot be loaded
 */
export async function withWords<Module>(needed: readonly string[], module: Promise<Module>): Promise<Module> {
  const words = needed.map((part) => {
    const known = coming.get(part) ?? loadPart(part)
    coming.set(part, known)
    // The next caller tries again.
    known.catch(() => coming.delete(part))
    return known
  })
  const [loaded] = await Promise.all([module, ...words])
  return loaded
}
