import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'
import { runtimePackages, withTable } from './runtime-packages.mjs'

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8')
const page = read('THIRD_PARTY.md')
const packages = runtimePackages(JSON.parse(read('package-lock.json')))

it('THIRD_PARTY.md names every package that runs (if not: node tools/third-party.mjs)', () => {
  expect(packages.length).toBeGreaterThan(50)
  expect(withTable(page, packages)).toBe(page)
})

it('every package that runs says its licence, and none that forbids to pass the product on', () => {
  const allowed =
    /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|MPL-2\.0|OFL-1\.1|LGPL-3\.0(-or-later)?|Unlicense|Zlib|\(|\)| |AND|OR)+$/
  expect(packages.filter(({ license }) => !allowed.test(license))).toEqual([])
})

it('a package is found beside the one that asks for it, then above, and what only tools use is not', () => {
  const lock = {
    packages: {
      '': { devDependencies: { knip: '1' } },
      server: { dependencies: { a: '1', '@placard/contract': '*' } },
      web: {},
      player: {},
      contract: { dependencies: { zod: '4' } },
      'node_modules/@placard/contract': { link: true, resolved: 'contract' },
      'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '2' } },
      'node_modules/a/node_modules/b': { version: '2.0.0', license: 'ISC', optionalDependencies: { c: '1' } },
      'node_modules/b': { version: '1.0.0', license: 'MIT' },
      'node_modules/c': { version: '1.0.0' },
      'node_modules/knip': { version: '1.0.0', license: 'ISC' },
      'node_modules/zod': { version: '4.0.0', license: 'MIT' },
    },
  }
  expect(runtimePackages(lock)).toEqual([
    { name: 'a', version: '1.0.0', license: 'MIT' },
    { name: 'b', version: '2.0.0', license: 'ISC' },
    { name: 'c', version: '1.0.0', license: 'unknown' },
    { name: 'zod', version: '4.0.0', license: 'MIT' },
  ])
})

const MEDIA = /\.(png|jpe?g|gif|webp|avif|hei[cf]|tiff?|bmp|svg|ico|mp4|webm|mp3|woff2?|ttf|otf|pdf)$/
const MADE = new Set(['node_modules', 'dist', 'data', 'test-results', 'coverage', 'results'])

function mediaIn(folder: string): string[] {
  return readdirSync(join(PROJECT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return MADE.has(entry.name) || entry.name.startsWith('.') ? [] : mediaIn(path)
    return MEDIA.test(entry.name) ? [path] : []
  })
}

it('every picture, film and font of the repository has its origin in THIRD_PARTY.md, by its path or its folder', () => {
  const named = [...page.matchAll(/`([\w./-]+)`/g)].map(([, path = '']) => path)
  const origin = (file: string) => named.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path))
  const media = mediaIn('.')
  expect(media.length).toBeGreaterThan(3)
  expect(media.filter((file) => !origin(file))).toEqual([])
})
