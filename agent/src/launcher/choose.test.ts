import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { choose, forgetStarts, leave, leaveSilent, settle } from './choose.ts'
import { fileOf, type Kept, readKept, removeOthers, writeKept } from './folder.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

let root: string
let folder: string
let packaged: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'placard-launcher-'))
  folder = join(root, 'updates')
  packaged = join(root, 'agent.mjs')
  writeFileSync(packaged, 'package 1')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** As the agent installs a version. */
function install(text: string, change: Partial<Kept> = {}): string {
  const hash = digest(text)
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(folder, hash), text)
  writeKept(folder, {
    ...readKept(folder),
    next: { hash, starts: 0, attempt: 0 },
    packaged: digest(readFileSync(packaged, 'utf8')),
    ...change,
  })
  return hash
}
const run = () => choose(folder, packaged)
const ofPackage = () => ({ path: packaged, hash: digest(readFileSync(packaged, 'utf8')), isTrial: false })

describe('PX6 the launcher chooses', () => {
  it('the package when there is nothing else, or the state is damaged', () => {
    expect(run()).toEqual(ofPackage())
    mkdirSync(folder)
    for (const text of ['', '{', '[]', 'null', '{"failed":1}', '\0\0\0']) {
      writeFileSync(join(folder, 'state.json'), text)
      expect(run()).toEqual(ofPackage())
    }
  })

  it('a new version on trial, and after it was well without a trial; the one before is kept', () => {
    const one = install('one')
    expect(run()).toEqual({ path: fileOf(folder, one), hash: one, isTrial: true })
    settle(folder, one)
    expect(run()).toMatchObject({ hash: one, isTrial: false })
    const two = install('two')
    expect(run()).toMatchObject({ hash: two, isTrial: true })
    settle(folder, two)
    expect(readKept(folder)).toMatchObject({ current: two, before: one, next: null })
    const three = install('three')
    run()
    settle(folder, three)
    expect([one, two, three].map((hash) => existsSync(fileOf(folder, hash)))).toEqual([false, true, true])
  })

  it('[F111] the version before when a new one ends twice before it is well, and not that one again', () => {
    const bad = install('bad')
    expect([run().hash, run().hash]).toEqual([bad, bad])
    expect(run()).toEqual(ofPackage())
    expect(readKept(folder).failed).toEqual([{ hash: bad, problem: 'exited', attempt: 0, isTold: false }])
    expect(run()).toEqual(ofPackage())
  })

  it('the version before when one that was well ends soon five times; one that has run for a while may end', () => {
    const one = install('one')
    run()
    settle(folder, one)
    const two = install('two')
    run()
    settle(folder, two)
    for (let start = 0; start < 4; start += 1) expect(run().hash).toBe(two)
    forgetStarts(folder)
    for (let start = 0; start < 5; start += 1) expect(run().hash).toBe(two)
    expect(run()).toMatchObject({ hash: one, isTrial: false })
    for (let start = 0; start < 4; start += 1) expect(run().hash).toBe(one)
    expect(run()).toEqual(ofPackage())
  })

  it('[B201] no file with a changed, an added or a missing byte', () => {
    for (const damage of [
      (path: string) => writeFileSync(path, 'onf'),
      (path: string) => writeFileSync(path, 'one '),
      (path: string) => truncateSync(path, 2),
      (path: string) => truncateSync(path, 0),
      (path: string) => rmSync(path),
    ]) {
      const hash = install('one')
      damage(fileOf(folder, hash))
      expect(run()).toEqual(ofPackage())
      expect(readKept(folder).failed.at(-1)).toMatchObject({ hash, problem: 'damaged' })
      install('one')
      run()
      settle(folder, hash)
      damage(fileOf(folder, hash))
      expect(run()).toEqual(ofPackage())
    }
  })

  it('a package that was installed later, and removes the updates before it', () => {
    const one = install('one')
    run()
    settle(folder, one)
    install('two')
    writeFileSync(packaged, 'package 2')
    expect(run()).toEqual(ofPackage())
    expect([one, digest('two')].map((hash) => existsSync(fileOf(folder, hash)))).toEqual([false, false])
    // The same update may come back.
    install('one')
    expect(run()).toMatchObject({ hash: one, isTrial: true })
  })

  it('[F112] without a place for the count of starts no version on trial, but the one that was well', () => {
    const one = install('one')
    run()
    settle(folder, one)
    install('two')
    // Root may write into every folder, so the way to the new file is taken.
    mkdirSync(join(folder, 'state.json.new'))
    expect(run()).toMatchObject({ hash: one, isTrial: false })
    expect(run()).toMatchObject({ hash: one, isTrial: false })
    rmSync(join(folder, 'state.json.new'), { recursive: true })
    expect(run()).toMatchObject({ hash: digest('two'), isTrial: true })
  })

  it('one silence of the server is forgiven, two are not', () => {
    const hash = install('one')
    writeKept(folder, leaveSilent(readKept(folder), hash))
    expect(readKept(folder)).toMatchObject({ next: null, failed: [], silent: hash })
    install('one')
    writeKept(folder, leaveSilent(readKept(folder), hash))
    expect(readKept(folder).failed).toMatchObject([{ hash, problem: 'no-answer' }])
  })

  it('keeps twenty failures, and what is not of an update', () => {
    let kept = readKept(folder)
    for (let count = 0; count < 30; count += 1) kept = leave(kept, digest(String(count)), 'exited')
    writeKept(folder, kept)
    expect(readKept(folder).failed).toHaveLength(20)
    writeFileSync(join(folder, 'other'), '')
    writeFileSync(fileOf(folder, digest('x')), '')
    removeOthers(folder, kept)
    expect([existsSync(join(folder, 'other')), existsSync(fileOf(folder, digest('x')))]).toEqual([true, false])
  })
})
