import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { words as moving } from './messages/en-moving.ts'
import { words as setup } from './messages/en-setup.ts'

const SOURCES = resolve(import.meta.dirname, '../..')
/** The folders whose pages bring these words. */
const OWN = [
  { name: 'moving in', words: moving, of: /^(features\/moving|pages\/moving-in|ui\/i18n)\// },
  { name: 'the first run', words: setup, of: /^(pages\/setup|ui\/i18n)\// },
]

it.each(OWN)('the words that come with the page of $name are said nowhere else', ({ words, of }) => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !of.test(file))
  expect(files.length).toBeGreaterThan(300)
  const said = files.flatMap((file) => {
    const source = readFileSync(join(SOURCES, file), 'utf8')
    return Object.keys(words).flatMap((word) => (source.includes(`'${word}'`) ? [`${file}: ${word}`] : []))
  })
  expect(said).toEqual([])
})
