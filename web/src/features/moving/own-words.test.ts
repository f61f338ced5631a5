import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { words } from '../../ui/i18n/messages/en-moving.ts'

const SOURCES = resolve(import.meta.dirname, '../..')
const OWN = /^(features\/moving|pages\/moving-in|ui\/i18n\/messages)\//

it('[MV1] the words that come with its page are said nowhere else', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => relative(SOURCES, join(SOURCES, file)).replaceAll('\\', '/'))
  expect(files.length).toBeGreaterThan(300)
  const elsewhere = files
    .filter((file) => !OWN.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(SOURCES, file), 'utf8')
      return Object.keys(words).flatMap((word) => (source.includes(`'${word}'`) ? [`${file}: ${word}`] : []))
    })
  expect(elsewhere).toEqual([])
})
