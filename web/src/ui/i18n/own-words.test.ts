import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { words as account } from './messages/en-account.ts'
import { words as alerts } from './messages/en-alerts.ts'
import { words as apiDocs } from './messages/en-api-docs.ts'
import { words as ofConsole } from './messages/en-console.ts'
import { words as decks } from './messages/en-decks.ts'
import { words as feeds } from './messages/en-feeds.ts'
import { words as filmNote } from './messages/en-film-note.ts'
import { words as library } from './messages/en-library.ts'
import { words as moving } from './messages/en-moving.ts'
import { words as plays } from './messages/en-plays.ts'
import { words as proposals } from './messages/en-proposals.ts'
import { words as screenDetails } from './messages/en-screen-details.ts'
import { words as screens } from './messages/en-screens.ts'
import { words as setup } from './messages/en-setup.ts'
import { words as takeOver } from './messages/en-take-over.ts'
import { words as webPages } from './messages/en-web-pages.ts'
import { words as webhooks } from './messages/en-webhooks.ts'
import { words as week } from './messages/en-week.ts'
import { words as whyPanel } from './messages/en-why-panel.ts'

const SOURCES = resolve(import.meta.dirname, '../..')
const MESSAGES = join(import.meta.dirname, 'messages')
/** Each file of words that come with a page or a dialog, and the files that are there with it alone. */
const OWN: Record<string, { words: object; of: RegExp }> = {
  'en-account.ts': { words: account, of: /^(features|pages)\/account\// },
  'en-alerts.ts': { words: alerts, of: /^(features|pages)\/alerts\// },
  'en-api-docs.ts': { words: apiDocs, of: /^(features|pages)\/api-docs\// },
  'en-console.ts': { words: ofConsole, of: /^(features|pages)\/console\// },
  'en-decks.ts': { words: decks, of: /^(features\/decks|pages\/library\/library-deck)/ },
  'en-feeds.ts': { words: feeds, of: /^features\/(feeds\/|items\/([a-z]+-)?feed)/ },
  'en-film-note.ts': { words: filmNote, of: /^features\/screens\/film-note/ },
  'en-library.ts': {
    words: library,
    of: /^(features\/library\/(?!describe-file|file-picture|use-library|add-file\.)|pages\/library\/)/,
  },
  'en-moving.ts': { words: moving, of: /^(features\/moving|pages\/moving-in)\// },
  'en-plays.ts': { words: plays, of: /^(features|pages)\/plays\// },
  'en-proposals.ts': { words: proposals, of: /^(features\/proposals|pages\/propose|pages\/proposals)\// },
  'en-screen-details.ts': { words: screenDetails, of: /^features\/screens\/screen-details/ },
  'en-screens.ts': {
    words: screens,
    of: /^(features\/screens\/(all-screens|pair-form|type-code)|pages\/(pair|screens)\/)/,
  },
  'en-setup.ts': { words: setup, of: /^pages\/setup\// },
  'en-take-over.ts': { words: takeOver, of: /^(features\/take-overs|pages\/take-over)\// },
  'en-web-pages.ts': { words: webPages, of: /^features\/(web-pages\/|items\/web-page-)/ },
  'en-webhooks.ts': { words: webhooks, of: /^(features|pages)\/webhooks\// },
  'en-week.ts': { words: week, of: /^pages\/week\// },
  'en-why-panel.ts': { words: whyPanel, of: /^features\/why\/why-panel/ },
}
const WORD = /['"`]([a-z][a-z-]*\.[a-z0-9.-]*)(\$\{)?/g

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('ui/i18n/'))

/** Words that a file says, whole or by their beginning. */
const saidIn = new Map(
  files.map((file) => {
    const said = [...readFileSync(join(SOURCES, file), 'utf8').matchAll(WORD)]
    return [file, said.map(([, word = '', isPutTogether]) => ({ word, isPutTogether: isPutTogether !== undefined }))]
  }),
)

it.each(Object.entries(OWN))('the words of %s are said where they have come, and nowhere else', (_, { words, of }) => {
  expect(files.length).toBeGreaterThan(300)
  // Errors are said by the code that the server answers with: only what these pages ask has them.
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
  const all = readdirSync(MESSAGES).filter((file) => !['ar.ts', 'en.ts', 'en-first.ts', 'en-late.ts'].includes(file))
  expect(all.sort()).toEqual(Object.keys(OWN).sort())
})
