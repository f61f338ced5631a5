import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'
import { readTree } from './read-tree.ts'

/** Files that Node runs directly, without a compiler. */
const RUN_BY_NODE = /^(?:contract|playback|server|bench|tools|e2e)\/.*\.ts$/

it('Node reads every source that it runs as it is', () => {
  const files = [...readTree(PROJECT).files.keys()].filter((file) => RUN_BY_NODE.test(file))
  const refused = files.filter((file) => {
    try {
      stripTypeScriptTypes(readFileSync(join(PROJECT, file), 'utf8'))
      return false
    } catch {
      return true
    }
  })
  expect(files.length).toBeGreaterThan(100)
  expect(refused).toEqual([])
})
