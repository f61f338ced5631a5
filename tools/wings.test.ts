import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { WINGS } from './boundary-rules.ts'
import { PROJECT } from './project-folder.mjs'

const pageOf = (wing: string) => `server/src/${wing}/README.md`
/** Folders that a path in a wing's page may be relative to. */
const BASES = (wing: string) => ['', `server/src/${wing}/`, 'server/src/', 'web/src/']
/** A path in code: a text with a slash. */
const PATH = /`([a-z][\w-]*(?:\/[\w.-]*)+)`/g

describe.each(WINGS)('[HS18] %s', (wing) => {
  const page = readFileSync(join(PROJECT, pageOf(wing)), 'utf8')

  it('has a page of at most 40 lines', () => {
    expect(page.split('\n').length - 1).toBeLessThanOrEqual(40)
  })

  it('names paths that are there', () => {
    const named = [...page.matchAll(PATH)].map(([, path = '']) => path)
    expect(named.length).toBeGreaterThan(5)
    const isThere = (path: string) => BASES(wing).some((base) => existsSync(join(PROJECT, base, path)))
    expect(named.filter((path) => !isThere(path))).toEqual([])
  })

  it('links to what is there', () => {
    const links = [...page.matchAll(/\]\((\.\.[^)]+)\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(join(PROJECT, `server/src/${wing}`, link)))).toEqual([])
  })
})

it('[HS18] ARCHITECTURE.md is at most 9 kB and 150 lines, and names every wing', () => {
  const page = readFileSync(join(PROJECT, 'ARCHITECTURE.md'), 'utf8')
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(9_000)
  expect(page.split('\n').length).toBeLessThanOrEqual(150)
  for (const wing of WINGS) expect(page).toContain(`](${pageOf(wing)})`)
})

it('[HS22] README.md is a front page of at most 90 lines and 5 kB', () => {
  const page = readFileSync(join(PROJECT, 'README.md'), 'utf8')
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(5_000)
  expect(page.split('\n').length - 1).toBeLessThanOrEqual(90)
})

it('[HS17] no part has a folder that is neither a wing nor one of its own', () => {
  const foldersOf = (part: string) =>
    readdirSync(join(PROJECT, part), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    )
  for (const part of ['contract/src', 'server/src', 'web/src/features', 'web/src/pages'])
    expect([part, foldersOf(part).filter((name) => !WINGS.includes(name) && name !== 'testing')]).toEqual([part, []])
})
