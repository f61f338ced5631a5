import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureBuild, fingerprintOf, isBuilt, replaceBuild } from './build.mjs'
import { SetupError } from './setup-error.mjs'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'placard-build-'))
})
afterEach(() => rmSync(project, { recursive: true }))

function write(path: string, content: string) {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), content)
}
const read = (path: string) => readFileSync(join(project, path), 'utf8')

/** Replaces Vite: writes one page into the given folder. */
const COMPILER = `import { mkdirSync, writeFileSync } from 'node:fs'
  const folder = process.argv[process.argv.indexOf('--outDir') + 1]
  mkdirSync(folder, { recursive: true })
  writeFileSync(folder + '/index.html', process.cwd())`

describe('the sources of a bundle', () => {
  const before = () => {
    write('web/src/main.ts', 'one')
    write('player/src/main.ts', 'one')
    write('contract/src/platform/id.ts', 'one')
    return { web: fingerprintOf(project, 'web'), player: fingerprintOf(project, 'player') }
  }

  it('changes with its own sources and with what both share', () => {
    const first = before()
    write('web/src/main.ts', 'two')
    expect(fingerprintOf(project, 'web')).not.toBe(first.web)
    expect(fingerprintOf(project, 'player')).toBe(first.player)
    write('contract/src/platform/id.ts', 'two')
    expect(fingerprintOf(project, 'player')).not.toBe(first.player)
  })

  it('changes when a file is renamed', () => {
    const first = before()
    write('web/src/other.ts', 'one')
    rmSync(join(project, 'web/src/main.ts'))
    expect(fingerprintOf(project, 'web')).not.toBe(first.web)
  })

  it('does not change with tests, with what was built, or with a time stamp', () => {
    const first = before()
    write('web/src/main.test.ts', 'a test')
    write('web/dist/index.html', 'built')
    write('web/node_modules/zod/index.js', 'installed')
    utimesSync(join(project, 'web/src/main.ts'), 1, 1)
    expect(fingerprintOf(project, 'web')).toBe(first.web)
  })
})

describe('[F38] a new build', () => {
  function release(number: number) {
    write('fresh/index.html', `page ${number}`)
    write(`fresh/assets/main-${'abcdefgh'.slice(0, 7)}${number}.js`, `chunk ${number}`)
    write('fresh/assets/react-SHARED_1.js', 'shared')
    replaceBuild(join(project, 'fresh'), join(project, 'dist'), `print ${number}`)
  }

  it('keeps the chunks of the two builds before, and lets go of older ones', () => {
    for (const number of [1, 2, 3, 4]) release(number)
    expect(readdirSync(join(project, 'dist/assets')).sort()).toEqual([
      'main-abcdefg2.js',
      'main-abcdefg3.js',
      'main-abcdefg4.js',
      'react-SHARED_1.js',
    ])
    expect(read('dist/index.html')).toBe('page 4')
    expect(read('dist/.fingerprint').trim()).toBe('print 4')
    expect(existsSync(join(project, 'fresh'))).toBe(false)
    release(5)
    expect(readdirSync(join(project, 'dist/assets'))).not.toContain('main-abcdefg2.js')
  })

  it('keeps nothing that has no hash in its name: an old page is not served again', () => {
    write('fresh/old-page.html', 'old')
    replaceBuild(join(project, 'fresh'), join(project, 'dist'), 'print 1')
    release(2)
    expect(existsSync(join(project, 'dist/old-page.html'))).toBe(false)
  })

  it('[F39] that fails leaves the one before in its place, and says what the compiler said', async () => {
    write('web/dist/index.html', 'good')
    write('web/dist/.fingerprint', 'older')
    write('player/dist/index.html', 'good')
    write('player/dist/.fingerprint', 'older')
    write('server/dist/main.js', 'good')
    write('server/dist/.fingerprint', 'older')
    write('node_modules/vite/package.json', '{"type":"module"}')
    const compiler = `${COMPILER}; console.error('Unexpected token'); process.exit(1)`
    write('node_modules/vite/bin/vite.js', compiler)
    const failure = await ensureBuild({ project, say: () => undefined }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SetupError)
    expect(String(failure)).toMatch(
      /Unexpected token[\s\S]*web\/ failed[\s\S]*Unexpected token[\s\S]*player\/ failed[\s\S]*server\/ failed/,
    )
    expect(read('web/dist/index.html')).toBe('good')
    expect(isBuilt(project)).toBe(true)
    expect(readdirSync(join(project, 'web/.cache'))).toEqual([])
  })

  it('is made only when its own sources have changed', async () => {
    write('web/src/main.ts', 'one')
    write('player/src/main.ts', 'one')
    write('server/src/main.ts', 'one')
    write('node_modules/vite/package.json', '{"type":"module"}')
    write('node_modules/vite/bin/vite.js', COMPILER)
    const said: string[] = []
    const build = () => ensureBuild({ project, say: (line) => said.push(line) })
    await build()
    expect(said).toEqual([
      'Building web/, because it has not been built yet.',
      'Building player/, because it has not been built yet.',
      'Building server/, because it has not been built yet.',
    ])
    await build()
    expect(said).toHaveLength(3)
    write('player/src/main.ts', 'two')
    await build()
    expect(said.slice(3)).toEqual(['Building player/, because its sources have changed.'])
    // The command line needs only the server. The next start builds the rest.
    write('contract/src/platform/id.ts', 'new')
    await ensureBuild({ project, bundles: ['server'], say: (line) => said.push(line) })
    expect(said.slice(4)).toEqual(['Building server/, because its sources have changed.'])
    await build()
    expect(said.slice(5)).toEqual([
      'Building web/, because its sources have changed.',
      'Building player/, because its sources have changed.',
    ])
  })
})
