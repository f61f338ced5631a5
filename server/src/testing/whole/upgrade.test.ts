import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DisplayId, type DisplayKey, type Manifest, OrganisationId, type Programme, pathOf } from '@placard/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type App, createApp } from '../../app.ts'
import { verifyBackupFile } from '../../operations/backup/file.ts'
import { seedSample } from '../../operations/seed/service.ts'
import { readConfig } from '../../platform/config.ts'
import { MIGRATION_NAMES } from '../../platform/database/migrate.ts'
import { describeDialects, type TestStorage } from '../dialects.ts'
import { migrationsOf } from '../migrations-of.ts'
import { makeOldInstallation, OLD_INSTALLATION, OLD_MIGRATIONS } from '../old-installation.ts'
import { createClient } from '../server.ts'

const HALL: DisplayKey = { organisationId: OrganisationId.parse('old-school'), displayId: DisplayId.parse('hall') }
const OWNER = { email: 'owner@old.example', password: 'nine yellow umbrellas' }

// On a machine that is busy with other tests, starting a server takes seconds.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const readAnswer = async <Answer>(name: string): Promise<Answer> =>
  JSON.parse(await readFile(join(OLD_INSTALLATION, name), 'utf8'))

describeDialects('an upgrade of what an earlier version wrote', (dialect) => {
  let storage: TestStorage
  let app: App
  let url: string

  beforeEach(async () => {
    storage = await makeOldInstallation(dialect)
    await start()
  })
  afterEach(async () => {
    await app.close()
    await storage.remove()
  })

  /** Starts the server like `npm start`. */
  async function start(): Promise<void> {
    const { dataDir, databaseUrl = '' } = storage
    const settings = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    app = await createApp(readConfig(settings, '/'))
    await seedSample(app.context, app.accounts)
    url = await app.listen()
  }

  async function enter() {
    const client = createClient(url)
    const signedIn = await client.call('signIn', { params: {}, body: OWNER })
    expect(signedIn).toMatchObject({ status: 200, body: { email: OWNER.email, role: 'owner' } })
    return client
  }
  const manifest = async () => (await (await fetch(url + pathOf('getManifest', HALL))).json()) as Manifest

  it('[F40] is backed up first, and a second start is no upgrade', async () => {
    const backups = join(storage.dataDir, 'backups')
    const [name = ''] = await readdir(backups)
    expect(name).toMatch(/^before-upgrade-from-0002-\d{8}T\d{6}Z\.tar$/)
    expect((await verifyBackupFile(join(backups, name))).manifest.migrations).toEqual(OLD_MIGRATIONS)
    await app.close()
    await start()
    expect(await readdir(backups)).toEqual([name])
    expect(await migrationsOf(storage)).toEqual(MIGRATION_NAMES)
  })

  it('[F40] keeps items, texts and their order, and whoever could sign in still can', async () => {
    const old = await readAnswer<Programme>('programme.json')
    expect(old.items.map(({ title }) => title)).toEqual(['From YouTube', 'Open day', 'يوم مفتوح', 'A film'])
    const owner = await enter()
    const { body } = await owner.call('getProgramme', { params: HALL })
    expect(body).toMatchObject(old)
    expect(body.items).toHaveLength(old.items.length)
    expect(body.lines).toEqual(old.lines)

    const members = (await owner.call('listMembers', { params: HALL })).body
    expect(members.map(({ email, role, account }) => [email, role, account])).toEqual([
      ['later@old.example', 'owner', 'none'],
      [OWNER.email, 'owner', 'active'],
    ])
    const refused = await createClient(url).call('signIn', { params: {}, body: { ...OWNER, password: 'another one' } })
    expect(refused.status).toBe(401)
    const waiting = { ...OWNER, email: 'waiting@old.example' }
    expect((await createClient(url).call('signIn', { params: {}, body: waiting })).status).toBe(403)
  })

  it('[F40] a screen gets what it got, with every byte of its files', async () => {
    const old = await readAnswer<Manifest>('manifest.json')
    const now = await manifest()
    expect(now).toMatchObject(old)
    expect(now.items).toHaveLength(3)
    const files = old.items.filter(({ url: address }) => address.startsWith('/media/'))
    expect(files).toHaveLength(2)
    for (const file of files) {
      const response = await fetch(url + file.url)
      expect(response.status).toBe(200)
      const kept = await readFile(join(OLD_INSTALLATION, file.url))
      expect(Buffer.from(await response.arrayBuffer()).equals(kept)).toBe(true)
    }
  })

  it('[F40] takes new changes of everything that was there', async () => {
    const owner = await enter()
    const before = (await owner.call('getProgramme', { params: HALL })).body
    const [, openDay] = before.items
    if (!openDay) throw new Error('the fixture is too small')
    const changed = await owner.call('updateItem', {
      params: { ...HALL, itemId: openDay.id },
      body: { title: 'Open week' },
      headers: { 'if-match': `"${openDay.revision}"` },
    })
    expect(changed.status).toBe(200)
    expect((await owner.call('createLine', { params: HALL, body: { text: 'After the upgrade' } })).status).toBe(201)
    const after = (await owner.call('getProgramme', { params: HALL })).body
    expect(after.revision).toBe(before.revision + 2)
    expect(after.items[1]).toMatchObject({ title: 'Open week', revision: openDay.revision + 1 })
    expect((await manifest()).lines.at(-1)?.text).toBe('After the upgrade')
    // Additions of a later version are set for old data too.
    const activity = await fetch(url + pathOf('listActivity', HALL), { headers: { cookie: owner.cookie() } })
    const { entries } = (await activity.json()) as { entries: { kind: string }[] }
    expect(entries.map(({ kind }) => kind)).toEqual(['line-added', 'item-changed'])
  })
})
