import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import {
  ERRORS,
  LANGUAGES,
  type Message,
  ROUTE_DETAILS,
  ROUTES,
  type RouteName,
  type UiLanguage,
} from '@placard/contract'
import type { Plugin } from 'vite'
import { en as landing } from './src/landing/messages/en.ts'
import { en as app } from './src/platform/ui/i18n/messages/en.ts'

type Words = Readonly<Record<string, Message>>

const SOURCES = join(import.meta.dirname, 'src')
const TRANSLATIONS = join(import.meta.dirname, '..', 'messages')
const LOADER = join(SOURCES, 'platform/ui/i18n/words.ts')
/** The modules that the first pages consist of: both pages that people enter by, and their frame. */
const ENTRIES = ['app.tsx', 'pages/people/sign-in/login.tsx', 'pages/playout/dashboard/dashboard.tsx']
/** The messages of a smaller part are loaded with those that several pages share. */
const LEAST_PART_BYTES = 1_000

const STATIC_IMPORT = /^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+\.tsx?)'/gms
/** A dynamic import of a module of the application. */
const DYNAMIC_IMPORT = /\bimport\(\s*'(\.[^']+\.tsx?)'\s*\)/g
/** A page or dialog that is loaded when the browser is idle: `lazyDialog(() => import('./a.tsx'))`, `lazyPage(…, { ahead: true })`. */
const LAZY = /\blazy(Dialog|Page)\(\s*\(\)\s*=>\s*import\(\s*'([^']+)'\s*\)\s*,?\s*(\{[^}]*\}|\w+)?/g
/** A key of a message, or the beginning of one that is put together. */
const KEY = /['"`]([a-z][a-z-]*(?:\.[a-z0-9.-]*)?)(\$\{|['"`])/g
const CALL = /(?:\bcall|pathOf)\('(\w+)'/g

/** Calls in session-query.ts that only later pages make. */
const OF_LATER_PAGES: ReadonlySet<string> = new Set(['signUp', 'acceptInvitation', 'finishSetup'])
/** Errors that only forms with code of their own, or programs, can get from the calls of the first pages. */
const OF_LATER_FORMS =
  /^(schedule-.*|address-.*|name-missing|invalid-time-zone|invalid-language|notice-empty|table-not-found|row-not-found|column-not-found|constant-missing|operator-not-fitting|(number|date|time|yes-no)-not-valid|board-column-missing|value-not-found|too-many-values|link-not-valid|token-in-address|paired-screens-only|media-not-found)$/

type Source = {
  /** The modules that it imports statically. */
  imports: string[]
  /** The modules that it imports dynamically, and whether they are loaded when the browser is idle. */
  later: { file: string; isAhead: boolean }[]
  keys: { text: string; isStart: boolean }[]
  calls: string[]
}

/** The parts that the messages of the application are loaded in. */
export type Parts = {
  /** The keys of each part. `first` comes with the document, `late` with the first page or dialog that has code of its own. */
  keysOf: ReadonlyMap<string, readonly string[]>
  /** The parts that a module needs that is imported dynamically, by its path. */
  partsOf: ReadonlyMap<string, readonly string[]>
  /** The keys that no module says. */
  unsaid: readonly string[]
}

/**
 * Works out from the imports of all modules which messages the first pages need, and which come with which page or dialog. A message is
 * loaded with each module that names its key, or the beginning of it.
 */
export function partsOfWords(words: Words = app): Parts {
  const all = Object.keys(words)
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((file) => join(SOURCES, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('/messages/'))
  const sources = new Map(files.map((file) => [file, readSource(file)]))
  const said = new Map(files.map((file) => [file, keysIn(sources.get(file), all)]))
  const closureOf = (entries: readonly string[]) => {
    const found = new Set(entries)
    for (const file of found) for (const next of sources.get(file)?.imports ?? []) found.add(next)
    return found
  }
  const keysOfAll = (of: Iterable<string>) => new Set([...of].flatMap((file) => [...(said.get(file) ?? [])]))

  const firstFiles = closureOf(ENTRIES.map((entry) => join(SOURCES, entry)))
  const first = keysOfAll(firstFiles)
  for (const code of firstErrors([...firstFiles].flatMap((file) => sources.get(file)?.calls ?? [])))
    first.add(`error.${code}`)

  const laterOf = (file: string) => sources.get(file)?.later.map((one) => one.file) ?? []
  // The first pages load these when they are idle, and these load others then.
  const idle = new Set(firstFiles)
  for (const file of idle) {
    for (const next of sources.get(file)?.imports ?? []) idle.add(next)
    for (const { file: next, isAhead } of sources.get(file)?.later ?? []) if (isAhead) idle.add(next)
  }

  const entries = [...new Set(files.flatMap(laterOf))]
  const needed = new Map(entries.map((entry) => [entry, keysOfAll(closureOf([entry]))]))
  const users = new Map<string, string[]>()
  for (const [entry, keys] of needed) for (const key of keys) users.set(key, [...(users.get(key) ?? []), entry])

  const late = new Set(all.filter((key) => !users.has(key) || key.startsWith('error.')))
  for (const key of keysOfAll(idle)) late.add(key)
  const roots = rootsOf(entries, idle, (entry) => [...closureOf([entry])].flatMap(laterOf))
  const groups = Map.groupBy(
    all.filter((key) => !first.has(key) && !late.has(key)),
    (key) => [...new Set((users.get(key) ?? []).flatMap((user) => roots.get(user) ?? []))].sort().join('\n'),
  )
  const keysOf = new Map<string, string[]>()
  for (const [root, keys] of groups) {
    const bytes = keys.reduce((sum, key) => sum + key.length + JSON.stringify(words[key]).length, 0)
    if (bytes < LEAST_PART_BYTES) for (const key of keys) late.add(key)
    else keysOf.set(nameOf(root, keysOf), keys)
  }
  keysOf.set('first', [...first].sort())
  keysOf.set(
    'late',
    all.filter((key) => late.has(key) && !first.has(key)),
  )
  const partOf = new Map([...keysOf].flatMap(([part, keys]) => keys.map((key) => [key, part] as const)))
  const partsOf = new Map(
    entries.flatMap((entry) => {
      const keys = [...(needed.get(entry) ?? [])].filter((key) => !first.has(key))
      const own = new Set(keys.map((key) => partOf.get(key) ?? 'late'))
      // Errors are named by the server, so every module with code of its own may need them.
      if (closureOf([entry]).size > 0 && entry.endsWith('.tsx') && !firstFiles.has(entry)) own.add('late')
      return own.size > 0 ? [[entry, [...own].sort()] as const] : []
    }),
  )
  const saidAnywhere = keysOfAll(files)
  return { keysOf, partsOf, unsaid: all.filter((key) => !saidAnywhere.has(key) && !key.startsWith('error.')) }
}

function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8')
  const at = (path: string) => resolve(dirname(file), path)
  const ahead = new Set(
    Array.from(text.matchAll(LAZY), ([, kind, path = '', options = '']) => {
      const isAhead = kind === 'Page' ? options.includes('ahead: true') : !/ahead: false|WHEN_ASKED/.test(options)
      return isAhead ? at(path) : ''
    }),
  )
  return {
    imports: Array.from(text.matchAll(STATIC_IMPORT), ([, path = '']) => at(path)).filter((path) => existsSync(path)),
    later: Array.from(text.matchAll(DYNAMIC_IMPORT), ([, path = '']) => ({
      file: at(path),
      isAhead: ahead.has(at(path)),
    })),
    keys: Array.from(text.matchAll(KEY), ([, word = '', more]) => ({
      text: word,
      isStart: more === '${' || word.endsWith('.'),
    })),
    calls: Array.from(text.matchAll(CALL), ([, name = '']) => name),
  }
}

function keysIn(source: Source | undefined, all: readonly string[]): Set<string> {
  const known = new Set(all)
  return new Set(
    source?.keys.flatMap(({ text, isStart }) => {
      // Errors are named by the server's code. A beginning without a dot is no message.
      if (isStart && (text.startsWith('error.') || !text.includes('.'))) return []
      if (!isStart) return known.has(text) ? [text] : []
      return all.filter((key) => key.startsWith(text))
    }),
  )
}

/** The errors that the calls of the first pages can be answered with, and those that belong to no route. */
function firstErrors(calls: readonly string[]): string[] {
  const ofRoutes = new Set<string>(Object.values(ROUTE_DETAILS).flatMap(({ errors }) => errors))
  const common = Object.keys(ERRORS).filter((code) => !ofRoutes.has(code) && !code.endsWith('-not-found'))
  const own = calls
    .filter((name) => name in ROUTES && !OF_LATER_PAGES.has(name))
    .flatMap((name): string[] => [
      ...ROUTE_DETAILS[name as RouteName].errors,
      ...Array.from(
        ROUTES[name as RouteName].path.matchAll(/:(?!organisation)(\w+)Id/g),
        ([, thing]) => `${thing}-not-found`,
      ),
    ])
  return [...new Set([...common, ...own])].filter((code) => code in ERRORS && !OF_LATER_FORMS.test(code))
}

/**
 * The pages and dialogs that a module belongs to: itself if the first pages open it, otherwise those that open what opens it. The messages
 * of a page and of its dialogs are one part.
 */
function rootsOf(
  entries: readonly string[],
  idle: ReadonlySet<string>,
  opens: (entry: string) => readonly string[],
): Map<string, string[]> {
  const openedBy = new Map<string, string[]>()
  for (const entry of entries)
    for (const next of opens(entry)) openedBy.set(next, [...(openedBy.get(next) ?? []), entry])
  const openedFirst = new Set([...idle].flatMap(opens))
  const rootsOfOne = (entry: string, seen: ReadonlySet<string>): string[] => {
    if (openedFirst.has(entry)) return [entry]
    const next = (openedBy.get(entry) ?? []).filter((one) => !seen.has(one))
    return next.flatMap((one) => rootsOfOne(one, new Set([...seen, entry])))
  }
  return new Map(entries.map((entry) => [entry, [...new Set(rootsOfOne(entry, new Set()))]]))
}

/** A name for the part of these modules, one a line: that of the first, with a number if it is taken. */
function nameOf(modules: string, taken: ReadonlyMap<string, unknown>): string {
  const name = (modules.split('\n')[0] ?? '').replace(/^.*\/|\.tsx?$/g, '')
  let number = 1
  const written = () => (number === 1 ? name : `${name}${number}`)
  while (taken.has(written())) number += 1
  return written()
}

/** All messages of a language, by the English files. A message that it lacks is English; `tools/languages.ts` reports it. */
function wordsOf(language: UiLanguage, english: Words): Words {
  if (language === 'en') return english
  const folder = join(TRANSLATIONS, language)
  const own = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Words)
  const known: Words = Object.assign({}, ...own)
  return Object.fromEntries(Object.entries(english).map(([key, message]) => [key, known[key] ?? message]))
}

const pick = (words: Words, keys: readonly string[]) =>
  JSON.stringify(Object.fromEntries(keys.map((key) => [key, words[key]])))

/**
 * Serves the messages of each language as JSON files that no other file contains: `assets/words-<language>-<part>-<hash>.json`. The
 * document names the hashes, the languages and its own part, for web/public/before-paint.js and `platform/ui/i18n/words.ts`. A dynamic
 * import also waits for the parts that its module needs. The development server has one part with everything, read for each request.
 */
export function wordFiles(): Plugin {
  const languages = Object.keys(LANGUAGES) as UiLanguage[]
  const hashes: Partial<Record<UiLanguage, string>> = {}
  let parts: Parts | undefined
  return {
    name: 'placard-word-files',
    enforce: 'pre',
    buildStart() {
      if (this.meta.watchMode || this.environment.config.command === 'serve') return
      parts = partsOfWords()
      for (const language of languages) {
        const words = wordsOf(language, app)
        const files = [...parts.keysOf].map(([part, keys]) => [part, pick(words, keys)] as const)
        const written = [...files, ['landing', JSON.stringify(wordsOf(language, landing))] as const]
        const hash = createHash('sha256')
          .update(written.join('\n'))
          .digest('base64url')
          .replace(/[-_]/g, '0')
          .slice(0, 8)
        hashes[language] = hash
        for (const [part, source] of written) {
          this.emitFile({ type: 'asset', fileName: `assets/words-${language}-${part}-${hash}.json`, source })
        }
      }
    },
    transform(code, id) {
      if (!parts || !id.startsWith(SOURCES) || !/\.tsx?$/.test(id)) return undefined
      const partsOf = parts.partsOf
      let isChanged = false
      const changed = code.replace(DYNAMIC_IMPORT, (whole, path: string) => {
        const needs = partsOf.get(resolve(dirname(id), path))
        if (!needs) return whole
        isChanged = true
        return `withWords(${JSON.stringify(needs)}, ${whole})`
      })
      if (!isChanged) return undefined
      const from = relative(dirname(id), LOADER).replace(/^(?!\.)/, './')
      return { code: `import { withWords } from '${from}'\n${changed}`, map: null }
    },
    transformIndexHtml(html, { filename }) {
      const part = filename.endsWith('index.html') ? 'landing' : 'first'
      const rtl = languages.filter((language) => LANGUAGES[language].direction === 'rtl')
      const written = JSON.stringify({
        part,
        rtl,
        hashes: Object.fromEntries(languages.map((language) => [language, hashes[language] ?? 'unbuilt0'])),
      }).replaceAll('"', '&quot;')
      const words = (key: string) => (app as Words)[key] as string
      return html
        .replace('name="placard-words" content=""', `name="placard-words" content="${written}"`)
        .replace(/<!--word (\S+)-->/g, (_, key: string) => words(key))
    },
    configureServer(dev) {
      dev.watcher.add(TRANSLATIONS)
      dev.watcher.on('change', (file) => {
        if (file.startsWith(TRANSLATIONS) || file.includes('/messages/')) dev.ws.send({ type: 'full-reload' })
      })
      dev.middlewares.use((request, response, next) => {
        const [, tag, part] = /^\/assets\/words-(.+)-(first|landing)-unbuilt0\.json/.exec(request.url ?? '') ?? []
        const language = languages.find((one) => one === tag)
        if (!language) return next()
        dev
          .ssrLoadModule(part === 'landing' ? '/src/landing/messages/en.ts' : '/src/platform/ui/i18n/messages/en.ts')
          .then(({ en }) => {
            response.setHeader('content-type', 'application/json').setHeader('cache-control', 'no-store')
            response.end(JSON.stringify(wordsOf(language, en as Words)))
          })
          .catch(next)
      })
    },
  }
}
