import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { ERRORS, type ErrorCode, ROUTE_DETAILS, ROUTES, type RouteName } from '@placard/contract'
import { expect, it } from 'vitest'
import { first } from './messages/en/first.ts'
import { late } from './messages/en/late.ts'

const SOURCES = resolve(import.meta.dirname, '../../..')
/** The modules that are loaded before any late message. */
const ENTRIES = ['app.tsx', 'pages/people/sign-in/login.tsx', 'pages/playout/dashboard/dashboard.tsx']
const STATIC_IMPORT = /^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+\.tsx?)'/gms
const WORD = /['"`]([a-z][a-z-]*\.[a-z0-9.-]*)(\$\{)?/g

/** The modules that these import statically. */
function filesOf(entries: string[]): string[] {
  const files = new Set<string>()
  const walk = (file: string) => {
    if (files.has(file) || !existsSync(file)) return
    files.add(file)
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT))
      walk(resolve(dirname(file), target))
  }
  for (const entry of entries) walk(join(SOURCES, entry))
  return [...files].filter((file) => !file.includes('/messages/'))
}

/** The late messages that a module uses; a key that is composed counts by its beginning. */
function lateWordsIn(source: string): string[] {
  // Errors are checked by the calls that they answer: see below.
  const keys = Object.keys(late).filter((key) => !key.startsWith('error.'))
  return [...source.matchAll(WORD)].flatMap(([, word = '', isPutTogether]) =>
    isPutTogether ? keys.filter((key) => key.startsWith(word)).slice(0, 1) : word in late ? [word] : [],
  )
}

it('what the first pages load by themselves says no late word', () => {
  const files = filesOf(ENTRIES)
  expect(files.length).toBeGreaterThan(80)
  expect(files.map((file) => relative(SOURCES, file))).toContain('features/content/items/item-card.tsx')
  const found = files.flatMap((file) =>
    lateWordsIn(readFileSync(file, 'utf8')).map((word) => [relative(SOURCES, file), word]),
  )
  expect(found).toEqual([])
})

it('a late word is found where it is said, whole or put together', () => {
  const [word = ''] = Object.keys(late)
  expect(lateWordsIn(`t('${word}')`)).toEqual([word])
  expect(lateWordsIn(['t(`activity.said.$', '{kind}`)'].join(''))).toHaveLength(1)
  expect(lateWordsIn("t('action.save')")).toEqual([])
})

const CALL = /(?:\bcall|pathOf)\('(\w+)'/g
/** Calls in session-query.ts that only later pages make. */
const OF_LATER_PAGES: ReadonlySet<string> = new Set(['signUp', 'acceptInvitation', 'finishSetup'])
/** Errors that only forms with code of their own, or programs, can get. */
const OF_LATER_FORMS =
  /^(schedule-.*|address-.*|name-missing|invalid-time-zone|invalid-language|notice-empty|table-not-found|row-not-found|column-not-found|constant-missing|operator-not-fitting|(number|date|time|yes-no)-not-valid|board-column-missing|value-not-found|too-many-values|link-not-valid|token-in-address|paired-screens-only|media-not-found)$/

/** Errors that belong to no route: every call can be answered with them. */
function commonErrors(): ErrorCode[] {
  const own = new Set<string>(Object.values(ROUTE_DETAILS).flatMap(({ errors }) => errors))
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !own.has(code) && !code.endsWith('-not-found'))
}

it('an error that the calls of the first pages can meet has its words at once', () => {
  const sources = filesOf(ENTRIES).map((file) => readFileSync(file, 'utf8'))
  const calls = sources
    .flatMap((source) => Array.from(source.matchAll(CALL), ([, name]) => name as RouteName))
    .filter((name) => !OF_LATER_PAGES.has(name))
  expect(calls).toContain('updateItem')
  const codes = calls.flatMap((name): string[] => [
    ...ROUTE_DETAILS[name].errors,
    ...Array.from(ROUTES[name].path.matchAll(/:(?!organisation)(\w+)Id/g), ([, thing]) => `${thing}-not-found`),
  ])
  const missing = [...commonErrors(), ...codes].filter(
    (code) => code in ERRORS && !OF_LATER_FORMS.test(code) && !(`error.${code}` in first),
  )
  expect([...new Set(missing)].sort()).toEqual([])
})
