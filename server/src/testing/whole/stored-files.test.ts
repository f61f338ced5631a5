import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ForeignFiles } from '../../content/media/service.ts'
import { openDiskFileStore } from '../../platform/files/disk.ts'
import { diskIo } from '../../platform/files/disk-io.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openS3FileStore } from '../../platform/files/s3.ts'
import { runPlacard } from '../command-line.ts'
import { describeDialects, makeTestStorage, type TestStorage } from '../dialects.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { isSwiftInstalled, type Swift, startSwift } from '../swift.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })
const hasSwift = await isSwiftInstalled()
if (!hasSwift)
  console.warn(
    'SKIPPED: whose files are in a bucket. Debian: apt install swift-{proxy,account,container,object} memcached',
  )

/** One store for both dialects. Each test has its own bucket. */
let swift: Swift | undefined
afterAll(() => swift?.close())

const DAY_MS = 24 * 60 * 60_000
const ALWAYS = Number.POSITIVE_INFINITY

describeDialects('the owner of the stored files', (dialect) => {
  describe.each(['folder', 'bucket'] as const)('in a %s', (kind) => {
    describe.skipIf(kind === 'bucket' && !hasSwift)('', () => {
      let s3: Swift['settings'] | undefined
      let buckets = 0
      let folder: string
      let files: FileStore
      let server: TestServer | undefined
      let now = 0
      const storages: TestStorage[] = []

      beforeAll(async () => {
        if (kind === 'bucket') swift ??= await startSwift()
      })
      beforeEach(async () => {
        now = Date.now()
        folder = await mkdtemp(join(tmpdir(), 'placard-owner-'))
        if (swift && kind === 'bucket') {
          buckets += 1
          s3 = { ...swift.settings, bucket: `owner-${dialect}-${buckets}` }
          const { endpoint = '', region, accessKeyId, secretAccessKey } = s3
          const credentials = { accessKeyId, secretAccessKey }
          const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
          await client.send(new CreateBucketCommand({ Bucket: s3.bucket }))
          client.destroy()
        }
        files = s3
          ? await openS3FileStore(s3)
          : await openDiskFileStore(join(folder, 'media'), diskIo, { beside: true })
      })
      afterEach(async () => {
        await server?.close()
        server = undefined
        for (const storage of storages.splice(0)) await storage.remove()
        await rm(folder, { recursive: true, force: true })
      })

      /** Creates an empty database. With SQLite the one in the folder is removed. */
      async function newDatabase(): Promise<string | undefined> {
        if (dialect === 'sqlite') {
          for (const name of await readdir(folder)) if (name.startsWith('placard.db')) await rm(join(folder, name))
          return undefined
        }
        const storage = await makeTestStorage(dialect)
        storages.push(storage)
        return storage.databaseUrl
      }
      async function start(databaseUrl: string | undefined): Promise<TestServer> {
        server = await startTestServer({
          sharedWith: { dataDir: folder, databaseUrl },
          config: { s3 },
          now: () => now,
        })
        return server
      }
      async function stop(): Promise<void> {
        await server?.close()
        server = undefined
      }
      async function stored(): Promise<string[]> {
        const names: string[] = []
        for await (const name of files.listOlderThan(ALWAYS)) names.push(name)
        return names.sort()
      }
      async function placard(...args: string[]): Promise<{ code: number; said: string }> {
        const env: Record<string, string> = { BACKUP_KEEP: '0' }
        if (s3) {
          env.S3_BUCKET = s3.bucket
          env.S3_ENDPOINT = s3.endpoint ?? ''
          env.S3_REGION = s3.region
          env.S3_ACCESS_KEY_ID = s3.accessKeyId
          env.S3_SECRET_ACCESS_KEY = s3.secretAccessKey
        }
        const { code, stdout, stderr } = await runPlacard(
          args,
          { dataDir: folder, databaseUrl: url },
          { settings: env },
        )
        return { code, said: stdout + stderr }
      }
      let url: string | undefined

      it('[S4] a new database beside files of before does not start, and no file is lost by it', async () => {
        url = await newDatabase()
        await start(url)
        const before = await stored()
        expect(before.length).toBe(8)
        await stop()

        url = await newDatabase()
        await expect(start(url)).rejects.toThrow(ForeignFiles)
        await expect(start(url)).rejects.toThrow(/database is new.*placard restore FILE.*placard media adopt/)
        expect(await stored()).toEqual(before)
        // Commands write nothing into it either.
        const refused = await placard('demo')
        expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('The database is new') })
        expect(await stored()).toEqual(before)
      })

      it('[S4] nor beside files from before their owner was written down', async () => {
        url = await newDatabase()
        await start(url)
        await stop()
        await files.setOwner(undefined)
        url = await newDatabase()
        await expect(start(url)).rejects.toThrow(ForeignFiles)
        expect((await stored()).length).toBe(8)
      })

      it('[S4] an installation from before is the owner of its files once it has started', async () => {
        url = await newDatabase()
        const { context } = (await start(url)).app
        const { key, value } = await context.database.queries
          .selectFrom('setting')
          .selectAll()
          .where('key', '=', 'installation')
          .executeTakeFirstOrThrow()
        expect(await files.owner()).toBe(value)
        await context.database.queries.deleteFrom('setting').where('key', '=', key).execute()
        await stop()
        await files.setOwner(undefined)
        await start(url)
        expect(await files.owner()).toMatch(/^[0-9a-f-]{36}$/)
        await stop()
        const owner = await files.owner()
        await start(url)
        expect(await files.owner()).toBe(owner)
        expect((await stored()).length).toBe(8)
      })

      it('[S4] of two installations on the same files, the one that does not own them removes nothing and does not start again', async () => {
        url = await newDatabase()
        const { media } = (await start(url)).app
        const before = await stored()
        await files.setOwner('somebody-else')
        now += 40 * DAY_MS
        await server?.app.context.database.queries.deleteFrom('item').execute()
        await media.sweep()
        now += 40 * DAY_MS
        await media.sweep()
        expect(media.swept()).toEqual({ removed: 0, waiting: 0, foreign: true })
        expect(await stored()).toEqual(before)
        await stop()
        await expect(start(url)).rejects.toThrow(/belong to another installation/)
        expect((await placard('doctor')).said).toContain('✗ The stored files belong to another installation')

        // An operator who is sure can confirm it.
        expect(await placard('media', 'adopt')).toMatchObject({ code: 0 })
        await start(url)
        expect((await placard('doctor')).said).toContain('✓ The stored files belong to this database.')
      })

      it('[S4] a sweep removes a share of what nothing names, and the rest waits', async () => {
        url = await newDatabase()
        const { media } = (await start(url)).app
        const own = await stored()
        for (let made = 0; made < 20; made += 1) {
          await files.put(`${made.toString().padStart(4, '0')}.jpg`, Buffer.from('nobody’s'))
        }
        now += 2 * DAY_MS
        await media.sweep()
        expect(media.swept()).toEqual({ removed: 8, waiting: 12, foreign: false })
        expect((await stored()).length).toBe(own.length + 12)
        await media.sweep()
        await media.sweep()
        expect(media.swept()).toEqual({ removed: 4, waiting: 0, foreign: false })
        expect(await stored()).toEqual(own)
      })

      it('[S4] a restore takes its files over, and the old installation removes none of them any more', async () => {
        url = await newDatabase()
        await start(url)
        const before = await stored()
        const owner = await files.owner()
        expect((await placard('backup', 'all.tar')).code).toBe(0)
        await stop()
        url = await newDatabase()
        await expect(start(url)).rejects.toThrow(ForeignFiles)
        const restored = await placard('restore', 'all.tar', ...(dialect === 'sqlite' ? ['--replace'] : []))
        expect(restored).toMatchObject({ code: 0 })
        await start(url)
        expect(await stored()).toEqual(before)
        expect(await files.owner()).not.toBe(owner)
        expect((await placard('doctor')).said).toContain('✓ The stored files belong to this database.')
      })
    })
  })
})
