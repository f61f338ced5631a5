import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = resolve(import.meta.dirname, '../../..')
const MESSAGES = join(import.meta.dirname, 'messages', 'en')
/** Each message file of a page or a dialog, and the modules that are only loaded with it. */
const OWN: Record<string, RegExp> = {
  'account.ts': /^(features|pages)\/people\/account\//,
  'addresses.ts': /^features\/content\/items\/playing/,
  'alerts.ts': /^(features|pages)\/screens\/alerts\//,
  'api-docs.ts': /^(features|pages)\/operations\/api-docs\//,
  'boards.ts': /^features\/content\/(boards\/|items\/(board-|edit-board))/,
  'conditions.ts': /^features\/content\/conditions\//,
  'console.ts': /^(features|pages)\/operations\/console\//,
  'decks.ts': /^(features\/content\/decks|pages\/content\/library\/library-deck)/,
  'feeds.ts': /^features\/content\/(feeds\/|items\/([a-z]+-)?feed)/,
  'film-note.ts': /^features\/content\/why\/film-note/,
  'layout.ts': /^(features\/content\/(corner-pieces|layouts)|pages\/content\/layout)\//,
  'library.ts':
    /^(features\/content\/library\/(?!describe-file|file-picture|use-library|add-file\.)|pages\/content\/library\/)/,
  'moving.ts': /^(features\/content\/move-ins|pages\/content\/move-ins)\//,
  'plays.ts': /^(features|pages)\/screens\/plays\//,
  'proposals.ts': /^(features\/people\/proposals|pages\/people\/propose|pages\/people\/proposals)\//,
  'screen-details.ts': /^features\/screens\/screens\/screen-details/,
  'screens.ts':
    /^(features\/screens\/screens\/(all-screens|enrolments|pair-form|type-code)|pages\/screens\/(pair|screens)\/)/,
  'setup.ts': /^pages\/operations\/setup\//,
  'tables.ts': /^(features|pages)\/content\/tables\//,
  'take-over.ts': /^(features\/playout\/take-overs|pages\/playout\/take-overs)\//,
  'tokens.ts': /^(features|pages)\/people\/tokens\//,
  'values.ts': /^features\/content\/values\//,
  'wall.ts': /^(features\/screens\/walls|pages\/screens\/wall)\//,
  'weather.ts': /^features\/content\/(weather\/|items\/(weather-|edit-weather))/,
  'web-pages.ts': /^features\/content\/(web-pages\/|items\/web-page-)/,
  'webhooks.ts': /^(features|pages)\/operations\/webhooks\//,
  'week.ts': /^pages\/content\/week\//,
  'why-panel.ts': /^features\/content\/why\/why-panel/,
}
const WORDS = import.meta.glob<object>('./messages/en/*.ts', { eager: true, import: 'words' })
const WORD = /['"`]([a-z][a-z-]*\.[a-z0-9.-]*)(\$\{)?/g

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('platform/ui/i18n/'))

/** The messages that each module uses, by key or by the beginning of a key. */
const saidIn = new Map(
  files.map((file) => {
    const said = [...readFileSync(join(SOURCES, file), 'utf8').matchAll(WORD)]
    return [file, said.map(([, word = '', isPutTogether]) => ({ word, isPutTogether: isPutTogether !== undefined }))]
  }),
)

it.each(Object.entries(OWN))('the words of %s are said where they have come, and nowhere else', (file, of) => {
  const words = WORDS[`./messages/en/${file}`] ?? {}
  expect(Object.keys(words)).not.toEqual([])
  expect(files.length).toBeGreaterThan(300)
  // Error messages are chosen by the server's error code, so modules do not name them. Only calls of these pages can get them.
  const keys = Object.keys(words).filter((key) => !key.startsWith('error.'))
  const found = keys.flatMap((key) => {
    const by = files.filter((file) =>
      saidIn.get(file)?.some(({ word, isPutTogether }) => (isPutTogether ? key.startsWith(word) : key === word)),
    )
    if (by.length === 0) return [`nobody says ${key}`]
    return by.filter((file) => !of.test(file)).map((file) => `${file} says ${key}`)
  })
  expect(found).toEqual([])
})

it('every file of words is one of the first, the late, or these', () => {
  const all = readdirSync(MESSAGES).filter((file) => file.endsWith('.ts') && !['first.ts', 'late.ts'].includes(file))
  expect(all.sort()).toEqual(Object.keys(OWN).sort())
})
