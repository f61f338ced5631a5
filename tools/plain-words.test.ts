import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'

/**
 * A comment that begins with one of these words has no clear subject, which is hard for readers of English as a second
 * language.
 */
const WORDS = '(?:What|Whoever|Whether|Whatever|Who|Whose)'
const TAG = '@(?:param\\s+\\S+|returns?|throws)\\s+(?:-\\s+)?'
/** The first word of a comment line, or the first one after a tag. */
const REFUSED = [
  new RegExp(`^\\s*(?:/\\*\\*?|\\*|//|\\{/\\*\\*?)\\s*(?:${TAG})?${WORDS}\\b`),
  new RegExp(`(?:^|\\s)(?:/\\*\\*?|//)\\s+(?:${TAG})?${WORDS}\\b`),
  new RegExp(`^\\s*(?:/\\*\\*?|\\*|//)\\s.*${TAG}${WORDS}\\b`),
]

/** @returns `file:line: text` of each comment line that begins with one of the words */
function refusedLines(file: string, source: string): string[] {
  return source
    .split('\n')
    .flatMap((line, index) =>
      REFUSED.some((refused) => refused.test(line)) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
    )
}

describe('[HS14] comments begin with their subject', () => {
  it('no line of a comment begins with a question word', () => {
    const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.css'], {
      cwd: PROJECT,
      encoding: 'utf8',
    })
      .split('\0')
      .filter((file) => file !== '' && existsSync(join(PROJECT, file)))
    expect(files.length).toBeGreaterThan(100)
    const refused = files.flatMap((file) => refusedLines(file, readFileSync(join(PROJECT, file), 'utf8')))
    expect(refused).toEqual([])
  })

  it('finds each kind of such a line', () => {
    const word = 'What'
    const planted = [
      `/** ${word} a backup holds. */`,
      ` * ${word} a backup holds.`,
      `  // ${word} is left.`,
      `const left = 1 // ${word} is left.`,
      ` * @param left ${word} is left`,
      ` * @returns ${word} was there`,
      `/** The rest. @returns ${word} was there */`,
      `        {/* ${word} is left. */}`,
      `/* ${word} is left. */`,
    ]
    const passed = [
      '/** The content of a backup. */',
      ` * The content of a backup, and ${word}.`,
      `const text = '${word} is left?'`,
      `// ${word}sApp is a product.`,
    ]
    expect(refusedLines('planted.ts', [...planted, ...passed].join('\n'))).toEqual(
      planted.map((line, index) => `planted.ts:${index + 1}: ${line.trim()}`),
    )
  })
})

/** Words that messages had before they were rewritten (decision 41), and that readers stumble over. */
const REPLACED = /\b(?:glass|glasses|whoever|whomever|whatever|of its own accord)\b/i
const TEXT = /'((?:[^'\\\n]|\\.)*)'/g

describe('[HS21] messages use the usual words', () => {
  it('no English message of the dashboard, the screens or the API has a replaced word', () => {
    const files = execFileSync(
      'git',
      [
        ...['ls-files', '-z', '--', 'web/src/platform/ui/i18n/messages/en', 'web/src/landing/messages/en.ts'],
        ...[
          'contract/src/platform/error-message.ts',
          'player/src/page/english.ts',
          'player/src/page/english-pair.ts',
          'player/src/page/english-picture.ts',
          'server/src/platform/language/words.ts',
        ],
      ],
      { cwd: PROJECT, encoding: 'utf8' },
    )
      .split('\0')
      .filter((file) => file !== '')
    expect(files.length).toBeGreaterThan(30)
    const texts = files.flatMap((file) =>
      Array.from(readFileSync(join(PROJECT, file), 'utf8').matchAll(TEXT), ([, text = '']) => text),
    )
    // Keys and the paths of imports have no blank.
    const messages = texts.filter((text) => text.includes(' '))
    expect(messages.length).toBeGreaterThan(1_500)
    expect(messages.filter((text) => REPLACED.test(text))).toEqual([])
  })
})

it('[HS21] code and docs say "screen" where they said "glass"', () => {
  const { stdout } = spawnSync('git', ['grep', '-lE', '\\bglass|Glass|GLASS', '--', '.', ':!package-lock.json'], {
    cwd: PROJECT,
    encoding: 'utf8',
  })
  expect(stdout.trim().split('\n')).toEqual([
    // The former name of a field of the API.
    'CHANGELOG.md',
    'contract/src/content/routes/advice.ts',
    // Messages before they were rewritten.
    'docs/decisions/0041-messages.md',
    'docs/writing.md',
    'server/src/content/advice/routes.test.ts',
    'server/src/content/advice/routes.ts',
    'tools/plain-words.test.ts',
  ])
})
