import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'

/** A run of this many lines that are the same to the letter is counted. */
const RUN = 6
/** The number of pairs of files with such a run may not grow. Some remain on purpose: what a test states once more, for example. */
const PAIRS_AT_MOST = 40
/** A migration is never changed and uses nothing outside its own file. Public files and programs that draw have no modules. */
const ALONE = /\/migrations\/|\/public\/|^art\//

/** The lines with words in them. Blank lines, comments, imports and lone brackets do not count, and neither does indentation. */
function linesOf(source: string): string[] {
  const code = source.replace(/^[ \t]*\/\*[\s\S]*?\*\/|^import\b[\s\S]*?'$|^[ \t]*\/\/.*$/gm, '')
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line))
}

/** The pairs of files that share a run of lines, as `one ~ other`, the longest runs first. */
function alikeIn(sources: ReadonlyMap<string, string>): string[] {
  const numbers = new Map<string, number>()
  const numberOf = (line: string) => numbers.get(line) ?? numbers.set(line, numbers.size).size - 1
  const places = new Map<string, string[]>()
  for (const [file, source] of sources) {
    const lines = linesOf(source).map(numberOf)
    for (let at = 0; at + RUN <= lines.length; at += 1) {
      const run = lines.slice(at, at + RUN).join()
      places.set(run, [...(places.get(run) ?? []), file])
    }
  }
  const pairs = new Map<string, number>()
  for (const files of places.values()) {
    files.forEach((one, index) => {
      for (const other of files.slice(index + 1)) {
        const pair = `${one} ~ ${other}`
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
      }
    })
  }
  return [...pairs].sort(([, one], [, other]) => other - one).map(([pair]) => pair)
}

it('counts files that share six lines, whatever their indentation and their comments', () => {
  const lines = ['one()', 'two()', 'three()', 'four()', 'five()', 'six()']
  const indented = lines.map((line) => `  ${line}\n  // and then\n`).join('\n')
  const five = lines.slice(1).join('\n')
  const sources = new Map([
    ['a.ts', `import { one } from 'one'\n${lines.join('\n')}`],
    ['b.ts', `import {\n  two,\n} from 'two'\n/** Words\n * and more. */\n${indented}`],
    ['c.ts', five],
  ])
  expect(alikeIn(sources)).toEqual(['a.ts ~ b.ts'])
})

// Without the git history the files cannot be listed.
it.skipIf(!existsSync(join(PROJECT, '.git')))(
  '[HS19] places that are the same to the letter do not grow in number',
  () => {
    const listed = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.css'], {
      cwd: PROJECT,
      encoding: 'utf8',
    })
    const files = listed
      .split('\0')
      .filter((file) => file !== '' && !ALONE.test(file) && existsSync(join(PROJECT, file)))
    expect(files.length).toBeGreaterThan(2_000)
    const alike = alikeIn(new Map(files.map((file) => [file, readFileSync(join(PROJECT, file), 'utf8')])))
    expect(alike.length, alike.join('\n')).toBeLessThanOrEqual(PAIRS_AT_MOST)
  },
)
