import { spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maySmallDisk, mountSmallDisk } from '../testing/small-disk.ts'
import { ConfigError } from './config.ts'
import { ensureDataFolder } from './data-folder.ts'

const NOBODY = 65_534
const isRoot = process.geteuid?.() === 0
const hasSmallDisks = isRoot && (await maySmallDisk())

describe('[R5] a data folder that cannot be used', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-folder-'))
    await chmod(folder, 0o755)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const messageFor = (dataDir: string): string => {
    try {
      ensureDataFolder(dataDir)
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  it('is made when it is missing, and holds nothing afterwards', async () => {
    const dataDir = join(folder, 'a', 'b')
    expect(messageFor(dataDir)).toBe('')
    expect(await readdir(dataDir)).toEqual([])
    expect(messageFor(dataDir)).toBe('')
  })

  it('a file in its place, or in the place of a folder above it', async () => {
    const path = join(folder, 'file')
    await writeFile(path, '')
    for (const dataDir of [path, join(path, 'below')]) {
      expect(messageFor(dataDir)).toBe(
        `the data in ${dataDir} cannot be used. ${path} is not a folder. Move it away, or set DATA_DIR to another folder.`,
      )
    }
  })

  it('a link to a disk that is not mounted, for the folder and for the files in it', async () => {
    const link = join(folder, 'link')
    await symlink(join(folder, 'disk'), link)
    for (const dataDir of [link, join(link, 'below')]) {
      expect(messageFor(dataDir)).toContain(`${link} is a link to ${join(folder, 'disk')}, which does not exist`)
    }
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    await symlink(join(folder, 'disk'), join(dataDir, 'media'))
    expect(messageFor(dataDir)).toContain(`${join(dataDir, 'media')} is a link to`)
  })

  it('may pass where a disk comes later, and is for a person everywhere else', async () => {
    const link = join(folder, 'link')
    await symlink(join(folder, 'disk'), link)
    expect(() => ensureDataFolder(link)).not.toThrow(ConfigError)
    expect(() => ensureDataFolder(link)).toThrow('Mount the disk that it leads to')
    await mkdir(join(folder, 'disk'))
    expect(messageFor(link)).toBe('')
    await writeFile(join(folder, 'file'), '')
    expect(() => ensureDataFolder(join(folder, 'file'))).toThrow(ConfigError)
  })

  it('a link that leads back to itself, and a path that is too long', async () => {
    const one = join(folder, 'one')
    await symlink(join(folder, 'two'), one)
    await symlink(one, join(folder, 'two'))
    expect(messageFor(one)).toMatch(/is a link/)
    expect(messageFor(join(folder, 'x'.repeat(300)))).toContain('The path is too long. Set DATA_DIR to a shorter one.')
  })

  it('a folder where the database should be, and a file where the pictures should be', async () => {
    await mkdir(join(folder, 'placard.db'))
    expect(messageFor(folder)).toContain(`${join(folder, 'placard.db')} is not a file.`)
    await rm(join(folder, 'placard.db'), { recursive: true })
    await writeFile(join(folder, 'media'), '')
    expect(messageFor(folder)).toContain(`${join(folder, 'media')} is not a folder.`)
  })

  describe('of another user', () => {
    /** The messages for a user other than root: this user, or user 65534 in a separate process. */
    const messagesForAnother = async (...dataDirs: string[]) => {
      if (!isRoot) return { messages: dataDirs.map(messageFor), uid: process.geteuid?.() }
      const module = new URL('./data-folder.ts', import.meta.url).href
      const script = `
        const { ensureDataFolder } = await import(${JSON.stringify(module)})
        process.setgroups([]); process.setgid(${NOBODY}); process.setuid(${NOBODY})
        const messageFor = (dataDir) => { try { ensureDataFolder(dataDir); return '' } catch ({ message }) { return message } }
        console.log(JSON.stringify(${JSON.stringify(dataDirs)}.map(messageFor)))`
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
      })
      if (stderr.includes('Error')) throw new Error(stderr)
      return { messages: JSON.parse(stdout) as string[], uid: NOBODY }
    }

    it('that may only be read, itself or the one above: whose it is, who asks, and the command', async () => {
      const dataDir = join(folder, "the school's data")
      await mkdir(dataDir)
      await chmod(dataDir, 0o555)
      const { messages, uid } = await messagesForAnother(dataDir, join(dataDir, 'below'))
      const [message, below] = messages
      const owner = process.getuid?.()
      expect(message).toContain(`Placard cannot write to ${dataDir}. It belongs to user ${owner} (mode 555);`)
      expect(message).toContain(`Placard runs as user ${uid}`)
      expect(message).toContain(
        `Run as root: chown -R ${uid} '${dataDir.replace("'", "'\\''")}'; or set DATA_DIR to another folder.`,
      )
      expect(below).toContain(`Placard cannot write to ${dataDir}. It belongs to user`)
      expect(below).toContain(`Create ${join(dataDir, 'below')} and make that user its owner`)
    })

    it.runIf(isRoot)('with the files of root in it, after a command that was run as root', async () => {
      const names = ['placard.db', 'placard.db-wal', 'server.lock', 'media', 'own']
      for (const name of names) {
        await mkdir(join(folder, name))
        await chown(join(folder, name), NOBODY, NOBODY)
        const path = join(folder, name, name)
        if (name === 'media') await mkdir(path, { mode: 0o700 })
        else await writeFile(path, '', { mode: 0o600 })
      }
      const { messages } = await messagesForAnother(...names.map((name) => join(folder, name)))
      expect(messages).toEqual(
        names.map((name) =>
          name === 'own'
            ? ''
            : expect.stringMatching(
                new RegExp(`cannot write to .*/${name}\\. It belongs to user 0 \\(mode [67]00\\);`),
              ),
        ),
      )
    })
  })

  it.runIf(hasSmallDisks)('a disk that is read-only; a full one keeps nobody from starting', async () => {
    const disk = await mountSmallDisk(1)
    try {
      const dataDir = join(disk.folder, 'data')
      await mkdir(dataDir)
      await cp(import.meta.filename, join(dataDir, 'server.lock'))
      await disk.fill()
      expect(messageFor(dataDir)).toBe('')
      await disk.makeRoom()
      await disk.setReadOnly(true)
      expect(messageFor(dataDir)).toContain(
        `The disk of ${dataDir} is read-only. Mount it for writing, or set DATA_DIR to another disk.`,
      )
      expect(messageFor(join(disk.folder, 'other'))).toContain('is read-only.')
    } finally {
      await disk.setReadOnly(false)
      await disk.remove()
    }
  })
})
