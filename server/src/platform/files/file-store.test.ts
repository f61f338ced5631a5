import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSwiftInstalled, type Swift, startSwift } from '../../testing/swift.ts'
import { openDiskFileStore } from './disk.ts'
import type { FileStore } from './file-store.ts'
import { openS3FileStore } from './s3.ts'

const hasSwift = await isSwiftInstalled()
if (!hasSwift) {
  console.warn('SKIPPED: everything about S3. Debian: apt install swift-{proxy,account,container,object} memcached')
}
const WAIT_MS = 300_000

let folder: string
let swift: Swift | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-files-'))
  swift = hasSwift ? await startSwift() : undefined
}, WAIT_MS)
afterAll(async () => {
  await swift?.close()
  await rm(folder, { recursive: true, force: true })
}, WAIT_MS)

function settingsOf(rig: Swift | undefined): Swift['settings'] {
  if (!rig) throw new Error('there is no Swift')
  return rig.settings
}

const KINDS: [name: string, present: boolean, open: () => Promise<FileStore>][] = [
  ['a folder', true, () => openDiskFileStore(join(folder, 'media'))],
  ['a bucket', hasSwift, () => openS3FileStore(settingsOf(swift))],
]

for (const [name, present, open] of KINDS) {
  describe.skipIf(!present)(`media in ${name}`, () => {
    let files: FileStore
    beforeAll(async () => {
      files = await open()
    })
    const bytes = randomBytes(300_000)

    it('a stored file can be read, whole and in part', async () => {
      await files.put('one.jpg', bytes)
      expect(await files.size('one.jpg')).toBe(bytes.byteLength)
      expect(await buffer(files.read('one.jpg'))).toEqual(bytes)
      expect(await buffer(files.read('one.jpg', { start: 0, end: 0 }))).toEqual(bytes.subarray(0, 1))
      expect(await buffer(files.read('one.jpg', { start: 1_000, end: 299_999 }))).toEqual(bytes.subarray(1_000))
    })

    it('a file that was taken is there, and gone from where it was', async () => {
      const path = join(folder, 'sent')
      await writeFile(path, bytes)
      await files.take('two.jpg', path)
      expect(await buffer(files.read('two.jpg'))).toEqual(bytes)
      await expect(stat(path)).rejects.toThrow('ENOENT')
    })

    it('[CT5] a film that is larger than what is sent at once is there, whole and in part', async () => {
      const path = join(folder, 'film')
      const film = randomBytes(20 * 2 ** 20 + 7)
      await writeFile(path, film)
      await files.take('film.mp4', path)
      expect(await files.size('film.mp4')).toBe(film.byteLength)
      expect((await buffer(files.read('film.mp4'))).equals(film)).toBe(true)
      const range = { start: 8 * 2 ** 20 - 5, end: 8 * 2 ** 20 + 4 }
      expect(await buffer(files.read('film.mp4', range))).toEqual(film.subarray(range.start, range.end + 1))
      await files.remove('film.mp4')
      expect(await files.size('film.mp4')).toBeUndefined()
    })

    it('an empty file has no bytes, and is there', async () => {
      await files.put('empty.jpg', new Uint8Array())
      expect(await files.size('empty.jpg')).toBe(0)
      expect((await buffer(files.read('empty.jpg'))).byteLength).toBe(0)
    })

    it('a removed file is gone, and removing it again is no error', async () => {
      await files.put('gone.jpg', bytes)
      await files.remove('gone.jpg')
      await files.remove('gone.jpg')
      expect(await files.size('gone.jpg')).toBeUndefined()
      await expect(buffer(files.read('gone.jpg'))).rejects.toThrow()
    })

    it('a name that is no key is no file, and is never written', async () => {
      for (const key of ['../one.jpg', '/etc/passwd', 'a/b.jpg', 'ONE.jpg', '', '.jpg', 'one.jpg\0']) {
        expect(await files.size(key)).toBeUndefined()
        await expect(files.put(key, bytes)).rejects.toThrow('not a file key')
      }
    })

    it('lists what is older, whichever page of the list it is on', async () => {
      const now = Date.now()
      const all = []
      for await (const key of files.listOlderThan(now + 3_600_000)) all.push(key)
      expect(all.sort()).toEqual(['empty.jpg', 'one.jpg', 'two.jpg'])
      for await (const key of files.listOlderThan(now - 3_600_000)) throw new Error(`${key} is not that old`)
    })

    it('a reader that leaves early leaves nothing open', async () => {
      for (let turn = 0; turn < 100; turn += 1) {
        const stream = files.read('one.jpg')
        await new Promise((resolve) => stream.once('readable', resolve))
        stream.destroy()
      }
      expect(await files.size('one.jpg')).toBe(bytes.byteLength)
    })
  })
}

describe.skipIf(!hasSwift)('a bucket that cannot be had', () => {
  it('at start it is said why', async () => {
    const settings = settingsOf(swift)
    const refusal = (other: Partial<typeof settings>) => openS3FileStore({ ...settings, ...other }).catch(String)
    expect(await refusal({ bucket: 'nothing' })).toContain('it does not exist')
    expect(await refusal({ secretAccessKey: 'wrong' })).toContain('do not give access to it')
    expect(await refusal({ endpoint: 'http://127.0.0.1:1' })).toContain('ECONNREFUSED')
  })

  it(
    '[F53] later it is unavailable, not missing; and back it is as it was',
    async () => {
      const files = await openS3FileStore(settingsOf(swift))
      await files.put('kept.jpg', Buffer.from('kept'))
      const sent = join(folder, 'waits')
      await writeFile(sent, 'sent again')
      await swift?.kill()
      for (const attempt of [
        () => files.size('kept.jpg'),
        () => files.put('new.jpg', Buffer.from('new')),
        () => files.take('new.jpg', sent),
        () => files.remove('kept.jpg'),
        async () => {
          for await (const key of files.listOlderThan(Date.now())) throw new Error(`${key} cannot be known`)
        },
      ]) {
        await expect(attempt()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
      }
      await expect(buffer(files.read('kept.jpg'))).rejects.toThrow()
      // The source file still exists.
      expect((await stat(sent)).size).toBe(10)
      await swift?.start()
      expect(await buffer(files.read('kept.jpg'))).toEqual(Buffer.from('kept'))
      await files.take('new.jpg', sent)
      expect(await files.size('new.jpg')).toBe(10)
    },
    WAIT_MS,
  )
})
