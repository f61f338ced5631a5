import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type Manifest, pathOf } from '@placard/contract'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type App, createApp } from '../../app.ts'
import { runCommandLine } from '../../operations/cli/run.ts'
import { SAMPLE_DISPLAY, seedSample } from '../../operations/seed/service.ts'
import { readConfig } from '../../platform/config.ts'
import { openS3FileStore } from '../../platform/files/s3.ts'
import { describeDialects, makeTestStorage, type TestStorage } from '../dialects.ts'
import { ADMIN, createClient } from '../server.ts'
import { isSwiftInstalled, type Swift, startSwift } from '../swift.ts'

const hasSwift = await isSwiftInstalled()
if (!hasSwift) {
  console.warn('SKIPPED: backups of media in S3. Debian: apt install swift-{proxy,account,container,object} memcached')
}
// On a machine that is busy with other tests, starting an object store can take a minute.
const START_MS = 300_000
vi.setConfig({ testTimeout: START_MS, hookTimeout: START_MS })

const TOMORROW = Date.now() + 24 * 60 * 60_000
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(!hasSwift)('backups of media in a bucket', () => {
  let swift: Swift
  let buckets = 0

  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.close())

  /** Creates an empty bucket. */
  async function makeBucket(): Promise<string> {
    buckets += 1
    const bucket = `backup-${buckets}`
    const { endpoint = '', region, accessKeyId, secretAccessKey } = swift.settings
    const credentials = { accessKeyId, secretAccessKey }
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    client.destroy()
    return bucket
  }

  const storeOf = (bucket: string) => openS3FileStore({ ...swift.settings, bucket })

  /** Every object with its content. */
  async function readBucket(bucket: string): Promise<Record<string, string>> {
    const store = await storeOf(bucket)
    const found: Record<string, string> = {}
    for await (const key of store.listOlderThan(TOMORROW)) found[key] = sha256(await buffer(store.read(key)))
    return found
  }

  function environmentOf(storage: TestStorage, bucket: string): Record<string, string> {
    const { endpoint = '', region, accessKeyId, secretAccessKey } = swift.settings
    return {
      DATA_DIR: storage.dataDir,
      ...(storage.databaseUrl ? { DATABASE_URL: storage.databaseUrl } : {}),
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
  }

  describeDialects('rows beside it', (dialect) => {
    let from: TestStorage
    let to: TestStorage
    let folder: string
    let bucket: string
    let app: App
    let url: string

    beforeEach(async () => {
      from = await makeTestStorage(dialect)
      to = await makeTestStorage(dialect)
      folder = await mkdtemp(join(tmpdir(), 'placard-backup-'))
      bucket = await makeBucket()
      await start(from, bucket)
    })
    afterEach(async () => {
      await app.close()
      await from.remove()
      await to.remove()
      await rm(folder, { recursive: true, force: true })
    })

    async function start(storage: TestStorage, of: string): Promise<void> {
      const settings = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...environmentOf(storage, of) }
      const seed = { SEED_ADMIN_EMAIL: ADMIN.email, SEED_ADMIN_PASSWORD: ADMIN.password }
      app = await createApp(readConfig({ ...settings, ...seed }, '/'))
      await seedSample(app.context, app.accounts)
      url = await app.listen()
    }

    /** Runs a command like an operator. */
    async function run(args: string[], storage: TestStorage, of: string): Promise<{ code: number; said: string }> {
      let said = ''
      const hear = () =>
        new Writable({
          write(chunk, _encoding, done) {
            said += chunk
            done()
          },
        })
      const code = await runCommandLine(args, {
        stdin: new PassThrough().end(),
        stdout: hear(),
        stderr: hear(),
        env: environmentOf(storage, of),
        folder: '/',
        filesFolder: folder,
      })
      return { code, said }
    }

    const manifest = async () => (await (await fetch(url + pathOf('getManifest', SAMPLE_DISPLAY))).json()) as Manifest

    it('[F58] comes back whole in an empty bucket, beside new rows, while the old one is only read', async () => {
      const owner = createClient(url)
      await owner.call('signIn', { params: {}, body: ADMIN })
      const picture = await sharp({ create: { width: 90, height: 160, channels: 3, background: '#14509b' } })
        .png()
        .toBuffer()
      const uploaded = await owner.call('uploadMedia', {
        params: SAMPLE_DISPLAY,
        body: picture,
        headers: { 'content-type': 'image/png' },
      })
      const item = { title: 'Ours', url: uploaded.body.url, type: 'image' as const }
      expect((await owner.call('createItem', { params: SAMPLE_DISPLAY, body: item })).status).toBe(201)
      const before = { manifest: await manifest(), objects: await readBucket(bucket) }
      // Five files, and the thumbnails of the pictures among them.
      expect(before.manifest.items).toHaveLength(5)
      expect(Object.keys(before.objects).length).toBeGreaterThan(5)

      const file = join(folder, 'all.tar')
      expect(await run(['backup', file], from, bucket)).toMatchObject({ code: 0 })
      expect((await run(['backup', '--verify', file], from, bucket)).said).toContain('The backup is complete: ')
      await app.close()

      const empty = await makeBucket()
      const restored = await run(['restore', file], to, empty)
      expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Restored: ') })
      expect(await readBucket(empty)).toEqual(before.objects)
      expect(await readBucket(bucket)).toEqual(before.objects)
      // Nothing of it stays on this machine.
      expect(await readdir(to.dataDir)).toEqual(dialect === 'sqlite' ? ['placard.db'] : [])

      await start(to, empty)
      const after = await manifest()
      expect({ ...after, revision: 0 }).toEqual({ ...before.manifest, revision: 0 })
      expect(after.revision).toBeGreaterThan(before.manifest.revision)
      for (const { url: address, sha256: expected } of after.items) {
        const response = await fetch(url + address)
        expect(response.status).toBe(200)
        expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(expected)
      }
      const again = createClient(url)
      expect((await again.call('signIn', { params: {}, body: ADMIN })).status).toBe(200)
      const added = await again.call('createItem', { params: SAMPLE_DISPLAY, body: { ...item, title: 'New' } })
      expect(added.status).toBe(201)
    })

    it('[F58] an object that was lost or changed in the bucket is named', async () => {
      const [lost, changed] = (await manifest()).items.map((item) => item.url.replace('/media/', ''))
      if (!lost || !changed) throw new Error('the sample is too small')
      const store = await storeOf(bucket)
      await store.remove(lost)
      const bytes = await buffer(store.read(changed))
      bytes[9] = (bytes[9] ?? 0) ^ 1
      await store.put(changed, bytes)
      const file = join(folder, 'some.tar')
      const { code, said } = await run(['backup', file, '--json'], from, bucket)
      expect(JSON.parse(said)).toMatchObject({ missing: [lost], damaged: [changed] })
      const empty = await makeBucket()
      expect((await run(['restore', file], to, empty)).said).toContain(lost)
      expect(Object.keys(await readBucket(empty))).not.toContain(lost)
      expect(code).toBe(0)
    })

    it('[F58] a bucket that is not there leaves neither a backup nor an installation behind', async () => {
      const nowhere = await run(['backup', join(folder, 'none.tar')], from, 'no-such-bucket')
      expect(nowhere).toMatchObject({ code: 1, said: expect.stringContaining('it does not exist') })
      expect(await readdir(folder)).toEqual([])
      const file = join(folder, 'all.tar')
      await run(['backup', file], from, bucket)
      const refused = await run(['restore', file], to, 'no-such-bucket')
      expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('it does not exist') })
      expect(await readdir(to.dataDir)).toEqual([])
      // The same target can be restored to once the bucket is right.
      expect(await run(['restore', file], to, await makeBucket())).toMatchObject({ code: 0 })
    })
  })
})
