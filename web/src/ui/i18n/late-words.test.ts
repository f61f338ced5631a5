import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { late } from './messages/en-late.ts'

const SOURCES = resolve(import.meta.dirname, '../..')
/** The files that are there before any late word. */
const ENTRIES = ['app.tsx', 'pages/sign-in/login.tsx', 'pages/dashboard/dashboard.tsx']
const STATIC_IMPORT = /^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+\.tsx?)'/gms
const WORD = /['"`]([a-z][a-z-]*\.[a-z0-9.-]*)(\$\{)?/g

/** The files that come with these by themselves, without a dynamic `import()`. */
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

/** The late words that a file says; one that is put together counts by its beginning. */
function lateWordsIn(source: string): string[] {
  const keys = Object.keys(late)
  return [...source.matchAll(WORD)].flatMap(([, word = '', isPutTogether]) =>
    isPutTogether ? keys.filter((key) => key.startsWith(word)).slice(0, 1) : word in late ? [word] : [],
  )
}

it('what the first pages load by themselves says no late word', () => {
  const files = filesOf(ENTRIES)
  expect(files.length).toBeGreaterThan(80)
  expect(files.map((file) => relative(SOURCES, file))).toContain('features/items/item-card.tsx')
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
