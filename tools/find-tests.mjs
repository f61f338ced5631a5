import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from './project-folder.mjs'

/**
 * The test files whose text matches a pattern, in every part that has a folder `src`.
 *
 * @param {RegExp} pattern
 * @returns {string[]} paths from the root of the checkout
 */
export function findTests(pattern) {
  return readdirSync(PROJECT)
    .map((part) => join(part, 'src'))
    .filter((folder) => existsSync(join(PROJECT, folder)))
    .flatMap((folder) =>
      readdirSync(join(PROJECT, folder), { recursive: true }).map((path) => join(folder, String(path))),
    )
    .filter((path) => path.endsWith('.test.ts') && pattern.test(readFileSync(join(PROJECT, path), 'utf8')))
}
