import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'

type Sources = ReadonlyMap<string, string>

const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g
/** Sheets and programs that define properties for others: Mantine, and those that draw. */
const NOT_OURS = /^--(mantine|button)-/

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '')

/** The classes that a sheet's selectors name, without those of other libraries. */
function classesOf(css: string): Set<string> {
  let selectors = withoutComments(css).replace(/:global\([^)]*\)/g, '')
  // From the inside out, because rules are nested.
  for (let before = ''; before !== selectors; ) {
    before = selectors
    selectors = selectors.replace(/[\w-]+:[^;{}]*;/g, '')
  }
  return new Set(Array.from(selectors.matchAll(/\.([A-Za-z_][\w-]*)/g), ([, name = '']) => name))
}

/** The differences between components and sheets, as sentences. */
function wrongStyles(sources: Sources): string[] {
  const wrong: string[] = []
  const used = new Map<string, Set<string>>()
  const isRead = new Set<string>()
  for (const [file, source] of sources) {
    if (file.endsWith('.css')) continue
    for (const [, name = '', path = ''] of source.matchAll(IMPORT)) {
      const sheet = posix.join(dirname(file), path)
      const names = used.get(sheet) ?? new Set()
      for (const [, one, other] of source.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'))) {
        names.add(one ?? other ?? '')
      }
      used.set(sheet, names)
      // A name that is only known at run time may be any class.
      if (new RegExp(`\\b${name}\\[(?!')`).test(source)) isRead.add(sheet)
      if (name !== 'styles') continue
      const known = classesOf(sources.get(sheet) ?? '')
      for (const [, one = ''] of source.matchAll(/\bstyles\.(\w+)/g)) {
        if (!known.has(one)) wrong.push(`${file}: ${sheet} has no class ${one}`)
      }
    }
  }
  const set = new Set<string>()
  for (const source of sources.values()) {
    for (const [, name = ''] of source.matchAll(/(--[\w-]+)['"`]?\]?\s*[:,]/g)) set.add(name)
  }
  for (const [file, css] of sources) {
    if (!file.endsWith('.css')) continue
    if (file.endsWith('.module.css') && !isRead.has(file)) {
      for (const name of classesOf(css)) if (!used.get(file)?.has(name)) wrong.push(`${file}: nothing uses .${name}`)
    }
    for (const [, name = ''] of withoutComments(css).matchAll(/var\((--[\w-]+)/g)) {
      if (!NOT_OURS.test(name) && !set.has(name)) wrong.push(`${file}: nothing sets ${name}`)
    }
  }
  return [...new Set(wrong)]
}

it('finds classes that nothing uses or nothing defines, and properties that nothing sets', () => {
  const sources = new Map([
    ['web/a.tsx', `import styles from './a.module.css'\nstyles.row\nstyles['on-it']\nstyles.gone`],
    [
      'web/a.module.css',
      '.row {\n  color: var(--known);\n\n  & .cell {\n    margin: 0.5rem;\n  }\n}\n.on-it {\n  --known: 1;\n}',
    ],
    ['web/b.tsx', `import looks from './b.module.css'\nlooks[name]`],
    ['web/b.module.css', '/* .old */\n:global(.theirs) .any {\n  color: var(--unknown);\n}'],
  ])
  expect(wrongStyles(sources)).toEqual([
    'web/a.tsx: web/a.module.css has no class gone',
    'web/a.module.css: nothing uses .cell',
    'web/b.module.css: nothing sets --unknown',
  ])
})

// Without the git history the files cannot be listed.
it.skipIf(!existsSync(join(PROJECT, '.git')))(
  '[HS19] components and their styles name the same classes and properties',
  () => {
    const listed = execFileSync('git', ['ls-files', '-z', 'web', 'player', 'playback'], {
      cwd: PROJECT,
      encoding: 'utf8',
    })
    const files = listed
      .split('\0')
      .filter(
        (file) => /\.(tsx?|css|html)$/.test(file) && !/\.test\.tsx?$/.test(file) && existsSync(join(PROJECT, file)),
      )
    const sources = new Map(files.map((file) => [file, readFileSync(join(PROJECT, file), 'utf8')]))
    expect([...sources.keys()].filter((file) => file.endsWith('.module.css')).length).toBeGreaterThan(100)
    expect(wrongStyles(sources)).toEqual([])
  },
)
