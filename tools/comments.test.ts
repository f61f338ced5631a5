import { expect, it } from 'vitest'
import { readTree } from './boundaries.ts'
import { PROJECT } from './project-folder.mjs'

/** A comment, or a sentence of one, that says its subject late. */
const LATE_SUBJECT = /^\s*(?:\/\/|\/\*\*|\*)\s*(?:What|Whoever|Whether|Who)\b/
/** It only ever becomes smaller: those of before are written anew file by file. */
const LEFT = 443

it('[HS14] comments have their subject first: no more begin with What, Whoever, Whether or Who', () => {
  const late = [...readTree(PROJECT).files].flatMap(([file, source]) =>
    source
      .split('\n')
      .flatMap((line, index) => (LATE_SUBJECT.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  )
  expect(late.length, late.join('\n')).toBeLessThanOrEqual(LEFT)
})
