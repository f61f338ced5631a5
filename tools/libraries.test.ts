import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'

const RECORD = 'docs/decisions/0040-own-code-or-library.md'
/** The workspaces whose `dependencies` run on a server, in a browser or on a screen's machine. */
const SHIPPED = ['contract', 'playback', 'table-files', 'server', 'web', 'player', 'agent', 'client']
/** A library that is this many times as large as the record says, or as small, must be judged again. */
const GROWTH = 1.5

type Library = { name: string; version: string; workspace: string }
type Verdict = { libraries: { name: string; major: string }[]; judged: string; kB: number; use: string }

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8')
const sectionOf = (page: string, title: string) => page.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? ''
const cellsOf = (section: string) =>
  section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:library|part) \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))

function readVerdicts(page: string): Verdict[] {
  return cellsOf(sectionOf(page, 'Libraries in use')).map(([, names = '', judged = '', kB = '', use = '']) => ({
    libraries: Array.from(names.matchAll(/`([^`]+)` ([\d.]+)/g), ([, name = '', major = '']) => ({ name, major })),
    judged,
    kB: Number(kB.replace(',', '')),
    use,
  }))
}

function librariesIn(workspace: string): Library[] {
  const { dependencies = {} } = JSON.parse(read(join(workspace, 'package.json')))
  return Object.entries<string>(dependencies)
    .filter(([name]) => !name.startsWith('@placard/'))
    .map(([name, version]) => ({ name, version, workspace }))
}

/** The libraries without a verdict, and the verdicts on libraries that are not in use. */
function unjudged(libraries: Library[], verdicts: Verdict[]): string[] {
  const judged = verdicts.flatMap((verdict) => verdict.libraries)
  return [
    ...libraries
      .filter(({ name, version }) => !judged.some((one) => one.name === name && version.startsWith(`${one.major}.`)))
      .map(({ name, version, workspace }) => `${name} ${version} of ${workspace} has no row in ${RECORD}`),
    ...judged
      .filter(({ name, major }) => !libraries.some((one) => one.name === name && one.version.startsWith(`${major}.`)))
      .map(({ name, major }) => `${name} ${major} is in ${RECORD}, and nothing depends on it`),
  ]
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

/** npm installs a package beside the workspace that depends on it if another workspace needs another version. */
function installedIn(name: string): string {
  const folder = ['', ...SHIPPED].map((one) => join(PROJECT, one, 'node_modules', name)).find(existsSync)
  if (folder === undefined) throw new Error(`${name} is not installed`)
  return folder
}

describe('[HS20] own code or a library', () => {
  const page = read(RECORD)
  const verdicts = readVerdicts(page)
  const libraries = SHIPPED.flatMap(librariesIn)

  it('every library that the product runs with is judged at its major version', () => {
    expect(libraries.length).toBeGreaterThan(50)
    expect(unjudged(libraries, verdicts)).toEqual([])
  })

  it('a library that is new, one that is gone and a new major version are noticed', () => {
    const [known] = verdicts
    if (!known) throw new Error('the record has no rows')
    const zod = { name: 'zod', version: '4.6.7', workspace: 'contract' }
    expect(unjudged([zod], [known])).toEqual([])
    expect(unjudged([{ ...zod, version: '5.0.0' }], [known])).toHaveLength(2)
    expect(unjudged([zod, { ...zod, name: 'left-pad' }], [known])).toHaveLength(1)
    expect(unjudged([], [known])).toHaveLength(1)
  })

  it('every verdict has its month and its use', () => {
    expect(verdicts.filter(({ judged, use }) => !/^(?:[1-9]|1[0-2])\/20\d\d$/.test(judged) || use === '')).toEqual([])
  })

  it.each(verdicts.map((verdict) => [verdict.libraries.map(({ name }) => name).join(', '), verdict] as const))(
    'the size of %s is the one that was judged',
    (_, { libraries, kB }) => {
      const installed = libraries.reduce((sum, { name }) => sum + bytesOf(installedIn(name)), 0) / 1_000
      expect(installed).toBeLessThan(kB * GROWTH)
      expect(installed).toBeGreaterThan(kB / GROWTH)
    },
  )

  it('no library that own code was preferred to is in use, and the own code is there', () => {
    const parts = cellsOf(sectionOf(page, 'Decision'))
    const own = parts.filter((cells) => cells[4]?.startsWith('own stays'))
    expect(own.length).toBeGreaterThan(10)
    const refused = own.flatMap(([, , , candidates = '']) =>
      Array.from(candidates.matchAll(/(@?[\w-]+(?:[./][\w-]+)*) \d+\.\d+\.\d+/g), ([, name = '']) => name),
    )
    expect(refused).toContain('@dnd-kit/core')
    expect(libraries.filter(({ name }) => refused.includes(name))).toEqual([])
    const files = ['server/src', 'web/src'].flatMap((folder) =>
      readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }),
    )
    const named = own.flatMap(([, , has = '']) => Array.from(has.matchAll(/`([^`]+)`/g), ([, path = '']) => path))
    expect(named.length).toBeGreaterThan(10)
    const isThere = (path: string) => files.some((file) => `/${file}`.includes(`/${path}`))
    expect(named.filter((path) => !isThere(path))).toEqual([])
  })
})
