import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { LANGUAGES, type Message } from '@placard/contract'
import { PROJECT } from './project-folder.mjs'

export type Words = Readonly<Record<string, Message>>
/** The messages of one file. `name`: of the JSON file in each language's folder, without its ending. */
export type MessageFile = { name: string; words: Words }

/** The modules of the other workspaces are read as data here. */
const load = createRequire(import.meta.url)
const TRANSLATIONS = join(PROJECT, 'messages')
const OF_DASHBOARD = join(PROJECT, 'web/src/platform/ui/i18n/messages/en')
/** The English texts of the other parts: the module, and the name of its constant. */
const OTHERS = [
  { name: 'landing', module: 'web/src/landing/messages/en.ts', constant: 'en' },
  { name: 'server', module: 'server/src/platform/language/words.ts', constant: 'words' },
  { name: 'screen', module: 'player/src/page/english.ts', constant: 'SCREEN_WORDS' },
  { name: 'screen', module: 'player/src/page/english-pair.ts', constant: 'PAIR_WORDS' },
  { name: 'screen', module: 'player/src/page/english-picture.ts', constant: 'PICTURE_WORDS' },
  { name: 'board', module: 'playback/src/board/words.ts', constant: 'ENGLISH' },
]

/** All English messages: the source of every other language. */
export function englishFiles(): MessageFile[] {
  const ofDashboard = readdirSync(OF_DASHBOARD)
    .sort()
    .map((file) => ({ name: file.replace(/\.ts$/, ''), path: join(OF_DASHBOARD, file), constant: 'words' }))
  const others = OTHERS.map(({ name, module, constant }) => ({ name, path: join(PROJECT, module), constant }))
  const files = new Map<string, Words>()
  for (const { name, path, constant } of [...ofDashboard, ...others]) {
    files.set(name, { ...files.get(name), ...(load(path)[constant] as Words) })
  }
  return Array.from(files, ([name, words]) => ({ name, words }))
}

/** The languages that have a folder. */
export const translatedLanguages = (): string[] =>
  readdirSync(TRANSLATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

/** @throws if a file is not JSON */
export function translatedFiles(language: string): MessageFile[] {
  const folder = join(TRANSLATIONS, language)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      name: file.replace(/\.json$/, ''),
      words: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Words,
    }))
}

export type Problem = { file: string; key: string; words: string }

/** The parameters of a text, such as `name` in `Hello {name}`. */
const namesIn = (text: string) => new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name))
const formsOf = (message: Message): [form: string, text: string][] =>
  typeof message === 'string' ? [['', message]] : Object.entries(message)
/** Signs that mean something in a text or in a page: a translation has none that English does not have. */
const SIGNS = /[{}<>&`\\]|\p{Cc}/gu

/**
 * Compares a language with English, message by message.
 *
 * @param language a BCP 47 tag; its plural rule decides which forms a message needs
 */
export function findProblems(
  language: string,
  english: readonly MessageFile[],
  translated: readonly MessageFile[],
): Problem[] {
  const problems: Problem[] = []
  const categories = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort()
  for (const { name: file, words } of english) {
    const own = translated.find(({ name }) => name === file)?.words ?? {}
    for (const [key, message] of Object.entries(words)) {
      const wrong = (what: string) => problems.push({ file, key, words: what })
      const translation = own[key]
      if (translation === undefined) wrong('is missing')
      else problemsOf(message, translation, categories).forEach(wrong)
    }
    for (const key of Object.keys(own)) if (!(key in words)) problems.push({ file, key, words: 'is not in English' })
  }
  for (const { name } of translated) {
    if (!english.some((one) => one.name === name))
      problems.push({ file: name, key: '', words: 'is not a file of English' })
  }
  return problems
}

function problemsOf(english: Message, translation: Message, categories: readonly string[]): string[] {
  if (typeof english === 'string' && typeof translation !== 'string') return ['has forms, and English has one text']
  if (typeof english !== 'string') {
    if (typeof translation === 'string') return ['has one text, and needs forms']
    const forms = Object.keys(translation).sort()
    if (forms.join() !== categories.join())
      return [`has the forms ${forms.join(', ')}, and needs ${categories.join(', ')}`]
  }
  const wanted = new Set(formsOf(english).flatMap(([, text]) => [...namesIn(text)]))
  const allowed = new Set(formsOf(english).flatMap(([, text]) => text.replace(/\{\w+\}/g, '').match(SIGNS) ?? []))
  return formsOf(translation).flatMap(([form, text]) => {
    const at = form === '' ? '' : `${form}: `
    if (typeof text !== 'string' || text.trim() === '') return [`${at}is empty`]
    const names = namesIn(text)
    const lacks = [...wanted].filter((name) => !names.has(name))
    // A form for none, one or two things may say the number as a word.
    if (['zero', 'one', 'two'].includes(form)) lacks.pop()
    const adds = [...names].filter((name) => !wanted.has(name))
    const signs = (text.replace(/\{\w+\}/g, '').match(SIGNS) ?? []).filter((sign) => !allowed.has(sign))
    return [
      ...lacks.map((name) => `${at}lacks {${name}}`),
      ...adds.map((name) => `${at}has {${name}}, which English does not have`),
      ...signs.map((sign) => `${at}has ${JSON.stringify(sign)}, which English does not have`),
    ]
  })
}

/** The languages that are offered without a folder of messages, and the folders that no language is offered for. */
export function findStrangers(folders: readonly string[]): string[] {
  const offered = Object.keys(LANGUAGES).filter((language) => language !== 'en')
  return [
    ...offered.filter((one) => !folders.includes(one)).map((one) => `${one} has no folder in messages/`),
    ...folders.filter((one) => !offered.includes(one)).map((one) => `messages/${one} is not a language of LANGUAGES`),
  ]
}
