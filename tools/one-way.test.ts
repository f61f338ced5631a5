import { expect, it } from 'vitest'
import { readTree } from './boundaries.ts'
import { PROJECT } from './project-folder.mjs'

const sources = [...readTree(PROJECT).files].filter(([file]) => !/\.test\.tsx?$/.test(file))

/** The files in which something is written, beside tests. */
const filesWith = (written: RegExp) => sources.flatMap(([file, source]) => (written.test(source) ? [file] : []))

it('[HS9] an address of a stored file is read in one place', () => {
  expect(filesWith(/MEDIA_PATH\.exec|match(All)?\(MEDIA_PATH/)).toEqual(['contract/src/media-address.ts'])
})
