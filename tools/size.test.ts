import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'

const TEST_FILE = /\.(?:test|spec)\.tsx?$/
const SENTENCE = /all of it is some ([\d,]+) lines, and ([\d,]+)\s+of tests/
/** A difference of a tenth is accepted. */
const TOLERANCE = 0.1

function linesOf(files: string[]): number {
  return files.reduce((sum, file) => sum + readFileSync(join(PROJECT, file), 'utf8').split('\n').length - 1, 0)
}

// Without the git history the files cannot be counted.
it.skipIf(!existsSync(join(PROJECT, '.git')))('ARCHITECTURE.md says how large all of it is', () => {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: PROJECT, encoding: 'utf8' })
  // Git lists removed files until their removal is committed.
  const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(PROJECT, file)))
  const tests = files.filter((file) => TEST_FILE.test(file))
  const code = files.filter((file) => !TEST_FILE.test(file) && !file.startsWith('art/'))
  const [, said = '', saidOfTests = ''] = SENTENCE.exec(readFileSync(join(PROJECT, 'ARCHITECTURE.md'), 'utf8')) ?? []
  for (const [words, lines] of [
    [said, linesOf(code)],
    [saidOfTests, linesOf(tests)],
  ] as const) {
    const share = Number(words.replace(',', '')) / lines
    expect(Math.abs(share - 1), `${words} is said, ${lines} are there`).toBeLessThan(TOLERANCE)
  }
})
