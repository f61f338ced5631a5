import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'

const MODULE = join(PROJECT, 'tools', 'temp-folder.mjs')
/** The environment of a child, whose TMPDIR is only the one that it is given. */
const { TMPDIR: _, ...WITHOUT } = process.env

/** A program that uses the folder and then runs `then`. */
const program = (memory: string, then: string, roomBytes = 1) => [
  '--input-type=module',
  '-e',
  `import { useTempFolderInMemory } from ${JSON.stringify(MODULE)}
   import { tmpdir } from 'node:os'
   import { statSync } from 'node:fs'
   const folder = useTempFolderInMemory(${JSON.stringify(memory)}, ${roomBytes})
   ${then}`,
]

describe('the place of temporary files', () => {
  let memory: string
  beforeEach(() => {
    memory = mkdtempSync(join(tmpdir(), 'placard-memory-'))
  })
  afterEach(() => rmSync(memory, { recursive: true, force: true }))

  const say = 'console.log(JSON.stringify({ folder, used: tmpdir(), mode: folder && statSync(folder).mode & 0o7777 }))'
  const runIt = (roomBytes?: number, env: NodeJS.ProcessEnv = WITHOUT) =>
    JSON.parse(execFileSync(process.execPath, program(memory, say, roomBytes), { env, encoding: 'utf8' }))

  it('is in memory, open to other users, and gone at the end', () => {
    const { folder, used, mode } = runIt()
    expect(folder).toContain(memory)
    expect(used).toBe(folder)
    expect(mode).toBe(0o1777)
    expect(existsSync(folder)).toBe(false)
  })

  it('stays the usual one if memory is small or missing, or another folder is requested', () => {
    expect(runIt(2 ** 60).folder).toBeUndefined()
    expect(runIt(1, { ...WITHOUT, TMPDIR: memory })).toEqual({ used: memory })
    rmSync(memory, { recursive: true })
    expect(runIt().folder).toBeUndefined()
  })

  it('is removed after Ctrl-C as well, once what was started has ended', async () => {
    const runs = `import(${JSON.stringify(join(PROJECT, 'tools', 'child-process.mjs'))}).then(({ run }) => {
      run(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
      console.log(folder)
    })`
    const child = spawn(process.execPath, program(memory, runs), { env: WITHOUT, stdio: ['ignore', 'pipe', 'inherit'] })
    const [printed] = await once(child.stdout, 'data')
    const folder = String(printed).trim()
    expect(statSync(folder).isDirectory()).toBe(true)
    child.kill('SIGINT')
    await once(child, 'exit')
    expect(existsSync(folder)).toBe(false)
  })
})
