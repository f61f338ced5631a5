import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { OrganisationId, UploadId, UserId } from '@placard/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { createOrganisation } from '../../platform/organisations/service.ts'
import { openTestDatabase } from '../../testing/dialects.ts'
import { openSharedStaging } from './shared-staging.ts'
import { openStaging, type Staging } from './staging.ts'
import * as store from './store.ts'

const organisationId = OrganisationId.parse('vnr')
const userId = UserId.parse('somebody')

describe.each(['files', 'sqlite', 'postgres'] as const)('uploads under way, kept in %s', (kind) => {
  let folder: string
  let database: Database
  let staging: Staging
  /** The same store, opened by another node. */
  let elsewhere: Staging

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-staging-'))
    database = await openTestDatabase(kind === 'files' ? 'sqlite' : kind)
    const open = (name: string) =>
      kind === 'files' ? openStaging(join(folder, 'one')) : openSharedStaging(database.queries, join(folder, name))
    staging = await open('one')
    elsewhere = await open('other')
    await createOrganisation({ database, now: Date.now } as unknown as Context, organisationId, 'VNR')
    await database.queries
      .insertInto('user')
      .values({ id: userId, email: 'a@vnr.example', name: 'A', email_verified: 0, created_at: '', updated_at: '' })
      .execute()
  })
  afterAll(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function begin(lengthBytes: number): Promise<UploadId> {
    const id = UploadId.parse(randomUUID().replaceAll('-', ''))
    await staging.create(id)
    const upload = {
      id,
      lengthBytes,
      kind: 'picture' as const,
      insists: false,
      sourceSha256: undefined,
      mediaId: undefined,
      expiresAt: Date.now() + 60_000,
      commandKey: undefined,
    }
    await store.createUpload(database.queries, { organisationId, userId }, upload)
    return id
  }
  const bodyOf = (bytes: Uint8Array) => Readable.from([bytes], { objectMode: false })

  it('[F54] however it is cut and whichever node takes the pieces, what came is what was sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 6 }),
        async (sizes) => {
          const bytes = randomBytes(sizes.reduce((sum, size) => sum + size, 0))
          const id = await begin(bytes.byteLength)
          expect(await staging.size(id)).toBe(0)
          let at = 0
          for (const [turn, size] of sizes.entries()) {
            const node = turn % 2 === 0 ? staging : elsewhere
            const piece = bytes.subarray(at, at + size)
            at += size
            const appended = await node.append(id, at - size, bytes.byteLength, bodyOf(piece))
            expect(appended).toEqual({ status: 'stored', sizeBytes: at })
            expect(await elsewhere.size(id)).toBe(at)
          }
          await elsewhere.settle(id)
          expect((await readFile(await staging.collect(id))).equals(bytes)).toBe(true)
          await staging.remove(id)
        },
      ),
      { numRuns: Math.min(10, fc.readConfigureGlobal().numRuns ?? 10) },
    )
  })

  it('[F54] a sender that goes in the middle leaves what has come', async () => {
    const bytes = randomBytes(600_000)
    const id = await begin(bytes.byteLength)
    const body = new Readable({ read() {} })
    body.push(bytes.subarray(0, 300_000))
    body.once('resume', () => setImmediate(() => body.destroy()))
    const appending = staging.append(id, 0, bytes.byteLength, body)
    setTimeout(() => body.destroy(), 50)
    const { sizeBytes } = (await appending) as { sizeBytes: number }
    expect(await staging.size(id)).toBe(sizeBytes)
    await staging.append(id, sizeBytes, bytes.byteLength, bodyOf(bytes.subarray(sizeBytes)))
    expect((await readFile(await staging.collect(id))).equals(bytes)).toBe(true)
  })

  it('[B52] an upload with more bytes than announced leaves nothing behind', async () => {
    const id = await begin(1_000)
    await staging.append(id, 0, 1_000, bodyOf(randomBytes(600)))
    expect(await staging.append(id, 600, 1_000, bodyOf(randomBytes(401)))).toEqual({ status: 'surplus' })
    expect(await staging.size(id)).toBe(600)
  })

  it('a removed upload is gone', async () => {
    const id = await begin(10)
    await staging.append(id, 0, 10, bodyOf(randomBytes(10)))
    await staging.remove(id)
    await store.removeUpload(database.queries, id)
    expect(await staging.size(id)).toBeUndefined()
  })

  it.skipIf(kind === 'files')(
    '[B64] [F54] of two nodes that write on from the same place one is told, and nothing is mixed',
    async () => {
      const bytes = randomBytes(900_000)
      const id = await begin(bytes.byteLength)
      const results = await Promise.allSettled(
        [staging, elsewhere].map((node) => node.append(id, 0, bytes.byteLength, bodyOf(bytes))),
      )
      const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
      expect(refused.length).toBeGreaterThanOrEqual(1)
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'upload-locked' })
      const arrived = (await staging.size(id)) ?? 0
      await staging.append(id, arrived, bytes.byteLength, bodyOf(bytes.subarray(arrived)))
      expect((await readFile(await elsewhere.collect(id))).equals(bytes)).toBe(true)
    },
  )
})
