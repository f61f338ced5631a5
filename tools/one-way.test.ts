import { expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'
import { readTree } from './read-tree.ts'

const sources = [...readTree(PROJECT).files].filter(([file]) => !/\.test\.tsx?$/.test(file))

/** The files that contain the pattern, without tests. */
const filesWith = (written: RegExp) => sources.flatMap(([file, source]) => (written.test(source) ? [file] : []))

it('[HS9] an address of a stored file is read in one place', () => {
  expect(filesWith(/MEDIA_PATH\.exec|match(All)?\(MEDIA_PATH/)).toEqual(['contract/src/content/media-address.ts'])
})

const PARTS = ['player', 'server', 'web']
/** A migration is never changed and uses nothing outside its own file, so it does not count. */
const isOfTheRest = (file: string) => !file.includes('/migrations/')

it.each([
  ['isRecord', /(function|const) isRecord\b/, [1, 0, 0]],
  ['parseJson', /(function|const) parseJson\b|JSON\.parse\([^()]*\)\n {2}\} catch \{\n {4}return undefined/, [1, 1, 1]],
])('[B95] what came from elsewhere is read by one %s of each part', (_, written, counts) => {
  const found = filesWith(written).filter(isOfTheRest)
  expect(PARTS.map((part) => found.filter((file) => file.startsWith(`${part}/src/`)).length)).toEqual(counts)
})
