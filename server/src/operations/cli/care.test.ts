import { mkdir, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { DisplayId, OrganisationId } from '@placard/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import { runPlacard } from '../../testing/command-line.ts'
import {
  copyMigrated,
  copyStorage,
  describeDialects,
  makeTestStorage,
  type TestStorage,
} from '../../testing/dialects.ts'
import { createClient, startTestServer, statusOf } from '../../testing/server.ts'
import { createDemo } from '../seed/service.ts'

// A machine that is busy with other tests takes its time.
vi.setConfig({ testTimeout: 3 * 60_000, hookTimeout: 3 * 60_000 })

type Checked = { ok: boolean; checks: { name: string; state: string; says: string; fix: string | null }[] }

describeDialects('looking after an installation', (dialect) => {
  /** An installation with the demo, created once, and the password of its accounts. */
  let demonstration: TestStorage
  let password = ''
  let storage: TestStorage
  beforeAll(async () => {
    demonstration = await copyMigrated(dialect)
    password = JSON.parse((await runPlacard(['demo', '--json'], demonstration)).stdout).password
  })
  afterAll(() => demonstration.remove())
  beforeEach(async () => {
    storage = await copyMigrated(dialect)
  })
  afterEach(() => storage.remove())

  /** Continues with a copy of the demo. */
  async function useDemonstration(): Promise<void> {
    await storage.remove()
    storage = await copyStorage(dialect, demonstration)
  }
  /** Continues without any data or tables. */
  async function useNothing(): Promise<void> {
    await storage.remove()
    storage = await makeTestStorage(dialect)
  }
  const done = async (...args: string[]) => {
    const ran = await runPlacard([...args, '--json'], storage)
    expect(ran.code, ran.stdout).toBe(0)
    return JSON.parse(ran.stdout)
  }
  async function doctor(settings: Record<string, string> = {}) {
    const ran = await runPlacard(['doctor', '--json'], storage, { settings })
    const { ok, checks }: Checked = JSON.parse(ran.stdout)
    expect(ran.code).toBe(ok ? 0 : 1)
    const of = (name: string) => {
      const found = checks.find((check) => check.name === name)
      if (!found) throw new Error(`no check ${name}`)
      return found
    }
    return { ok, checks, of }
  }

  it('the doctor finds nothing wrong with a new installation, and each of its sentences ends like one', async () => {
    await useDemonstration()
    const { checks, of } = await doctor()
    expect(checks.length).toBeGreaterThan(15)
    expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length)
    for (const { says, fix, state } of checks) {
      expect(says).toMatch(/^[A-Z0-9/].*\.$/)
      expect(fix !== null).toBe(state === 'bad' || state === 'warning')
    }
    // The pages may or may not be built when tests run, and the PostgreSQL of the tests does not sync.
    const wrong = checks.filter(({ state, name }) => state === 'bad' && name !== 'pages').map(({ says }) => says)
    expect(wrong).toEqual(dialect === 'sqlite' ? [] : ['A power cut may lose saved changes: fsync = off.'])
    expect(of('operators').state).toBe('warning')
    expect(of('pictures').state).toBe('good')
    expect(of('stored files').says).toBe('All 9 stored files exist.')
    // No server has run here that would have created the reserve.
    expect(of('room for a full disk').state).toBe(dialect === 'sqlite' ? 'warning' : 'passed over')
    await writeFile(join(storage.dataDir, 'ballast'), Buffer.alloc(2 ** 20))
    expect((await doctor()).of('room for a full disk').state).toBe(dialect === 'sqlite' ? 'good' : 'passed over')
    expect((await doctor({ BALLAST_MB: '0' })).of('room for a full disk').state).toBe('passed over')
  })

  it('the doctor sees a lost file, a file too many, what was left half done, an old backup and a full quota', async () => {
    await useDemonstration()
    const media = join(storage.dataDir, 'media')
    const [film = ''] = (await readdir(media)).filter((name) => name.endsWith('.mp4'))
    await rm(join(media, film))
    const stranger = join(media, 'nobodys.jpg')
    await writeFile(stranger, 'nothing')
    await utimes(stranger, 1, 1)
    await mkdir(join(storage.dataDir, '.restoring'))
    await mkdir(join(storage.dataDir, 'backups'))
    await writeFile(join(storage.dataDir, 'backups', 'placard-20260101T030000Z.tar'), '')
    const before = await doctor()
    expect(before.ok).toBe(false)
    expect(before.of('stored files')).toMatchObject({ state: 'bad', says: expect.stringContaining(film) })
    expect(before.of('files that nothing names').says).toContain('nobodys.jpg')
    expect(before.of('left half done').says).toContain('.restoring')
    expect(before.of('backup').state).toBe('bad')

    await done('backup')
    expect((await doctor()).of('backup').state).toBe('good')
  })

  it('[S20] the doctor sees a stored file that was cut off', async () => {
    await useDemonstration()
    const media = join(storage.dataDir, 'media')
    const [picture = ''] = (await readdir(media)).filter((name) => name.endsWith('.jpg'))
    await truncate(join(media, picture), 100)
    expect((await doctor()).of('stored files')).toMatchObject({ state: 'bad', says: expect.stringContaining(picture) })
  })

  it('[S14] the doctor takes no backup of the future for one of today', async () => {
    await useDemonstration()
    const backups = join(storage.dataDir, 'backups')
    await mkdir(backups)
    await writeFile(join(backups, 'placard-20990101T030000Z.tar'), '')
    expect((await doctor()).of('backup')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('no backup'),
    })
    await writeFile(join(backups, 'placard-20260101T030000Z.tar'), '')
    expect((await doctor()).of('backup').state).toBe('bad')
    await done('backup')
    const { state, says } = (await doctor()).of('backup')
    expect({ state, says }).toEqual({ state: 'warning', says: expect.stringContaining('placard-20990101T030000Z.tar') })
  })

  it('[S16] access from a restored backup is revoked unless it is kept explicitly, and the doctor lists it', async () => {
    await useDemonstration()
    const database = await openDatabase(storage)
    const { queries } = database
    const { id: organisation_id } = await queries.selectFrom('organisation').select('id').executeTakeFirstOrThrow()
    const common = {
      organisation_id,
      role: 'editor',
      displays: null,
      created_at: Date.now(),
      expires_at: Date.now() + 1e9,
    }
    await queries
      .insertInto('api_token')
      .values({ ...common, id: 't1', token: 'a'.repeat(64), name: 'T', created_by: 'a@b.example', last_used_at: null })
      .execute()
    await queries
      .insertInto('invitation')
      .values({ ...common, id: 'i1', token: 'b'.repeat(64), invited_by: 'a@b.example', email: null, recipient: '' })
      .execute()
    await database.close()
    await done('backup', 'all.tar')
    const countOf = async (place: TestStorage) => {
      const rows: number[] = []
      const opened = await openDatabase(place)
      for (const table of ['api_token', 'invitation'] as const) {
        rows.push((await opened.queries.selectFrom(table).select('id').execute()).length)
      }
      await opened.close()
      return rows
    }
    const file = join(storage.dataDir, 'all.tar')
    for (const [keep, rows, state] of [
      [[], [0, 0], 'good'],
      [['--keep-access'], [1, 1], 'warning'],
    ] as const) {
      const place = await makeTestStorage(dialect)
      const restored = await runPlacard(['restore', file, ...keep], place)
      expect(restored.code, restored.stderr).toBe(0)
      expect(restored.stdout).toContain(
        `1 token and 1 invitation of the backup are ${keep.length ? 'valid again' : 'no longer valid'}`,
      )
      expect(await countOf(place)).toEqual(rows)
      const { checks }: Checked = JSON.parse((await runPlacard(['doctor', '--json'], place)).stdout)
      expect(checks.find(({ name }) => name === 'access after a restore')).toMatchObject({
        state,
        says: expect.stringContaining('1 tokens and 1 invitations'),
      })
      await place.remove()
    }
    expect((await doctor()).of('access after a restore').state).toBe('passed over')
  })

  it('the doctor asks who is on the port, at the public address and at the mail server', async () => {
    await done('organisation', 'create', 'vnr', '--name', 'VNR')
    const other = createServer((_request, response) => response.end('<html>a router</html>')).listen(0, '127.0.0.1')
    const server = await startTestServer({ dialect: 'sqlite' })
    try {
      await vi.waitUntil(() => other.listening)
      const { port } = other.address() as { port: number }
      const mine = new URL(server.url).port
      const settings = { HOST: '127.0.0.1', PUBLIC_URL: `http://127.0.0.1:${port}` }
      const smtp = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'a@b.example' }
      const wrong = await doctor({ ...settings, ...smtp, PORT: String(port) })
      expect(wrong.of('port')).toMatchObject({ state: 'bad' })
      expect(wrong.of('public address')).toMatchObject({ state: 'bad' })
      expect(wrong.of('mail')).toMatchObject({ state: 'bad' })
      const right = await doctor({ HOST: '127.0.0.1', PORT: mine, PUBLIC_URL: server.url })
      expect(right.of('port').state).toBe('good')
      expect(right.of('public address').state).toBe('good')
      expect(right.of('mail').state).toBe('passed over')
    } finally {
      other.close()
      other.closeAllConnections()
      await server.close()
    }
  })

  it('the doctor fetches a stored file where MEDIA_URL says, as a screen does', async () => {
    await done('organisation', 'create', 'vnr', '--name', 'VNR')
    let answer: RequestListener = (_, response) => void response.end()
    const asked: string[] = []
    const cdn = createServer((request, response) => {
      asked.push(request.url ?? '')
      answer(request, response)
    }).listen(0, '127.0.0.1')
    try {
      await vi.waitUntil(() => cdn.listening)
      const { port } = cdn.address() as { port: number }
      const settings = { MEDIA_URL: `http://127.0.0.1:${port}/media` }
      const look = async () => (await doctor(settings)).of('media address')
      expect((await doctor()).of('media address').state).toBe('passed over')
      expect((await look()).state).toBe('passed over')
      expect(asked).toEqual([])

      await useDemonstration()
      const media = join(storage.dataDir, 'media')
      const fileAt = (path = '') => readFile(join(media, path.replace('/media/', '')))
      const ways: [state: string, says: string, (path: string) => Promise<[number, Record<string, string>, Buffer]>][] =
        [
          [
            'good',
            'serves the stored files.',
            async (path) => [200, { 'access-control-allow-origin': '*' }, await fileAt(path)],
          ],
          ['bad', 'screens cannot store them', async (path) => [200, {}, await fileAt(path)]],
          [
            'bad',
            'differs from the stored one',
            async () => [200, { 'access-control-allow-origin': '*' }, Buffer.from('no')],
          ],
          ['bad', 'answers with status 403', async () => [403, {}, Buffer.from('<p>denied</p>')]],
          ['bad', 'answers with status 302', async () => [302, { location: '/' }, Buffer.from('')]],
        ]
      for (const [state, says, way] of ways) {
        answer = ({ url = '' }, response) =>
          void way(url).then(([status, headers, body]) => response.writeHead(status, headers).end(body))
        expect(await look()).toMatchObject({ state, says: expect.stringContaining(says) })
      }
      expect(new Set(asked).size).toBe(1)
      expect(asked[0]).toMatch(/^\/media\/[a-z0-9-]+\.jpg$/)
    } finally {
      cdn.close()
      cdn.closeAllConnections()
    }
    expect((await doctor({ MEDIA_URL: 'http://127.0.0.1:1/media' })).of('media address').state).toBe('warning')
  })

  it('the doctor says which setting is wrong, and that there is no database, and makes none', async () => {
    await useNothing()
    const ran = await runPlacard(['doctor', '--json'], storage, { settings: { PORT: 'many' } })
    expect(ran.code).toBe(1)
    expect(JSON.parse(ran.stdout).checks).toEqual([
      expect.objectContaining({ name: 'settings', state: 'bad', says: expect.stringContaining('PORT is "many"') }),
    ])
    if (dialect === 'postgres') return
    expect((await doctor()).of('database')).toMatchObject({ state: 'bad' })
    expect(await readdir(storage.dataDir)).toEqual([])
  })

  it('on a terminal the marks have their colours, unless somebody wants none', async () => {
    await done('organisation', 'create', 'vnr', '--name', 'VNR')
    const shown = await runPlacard(['doctor'], storage, { isTTY: true })
    expect(shown.stdout).toContain('\u001b[32m✓\u001b[0m The settings')
    expect((await runPlacard(['doctor'], storage, { isTTY: true, settings: { NO_COLOR: '1' } })).stdout).not.toContain(
      '\u001b',
    )
    expect((await runPlacard(['doctor'], storage)).stdout).not.toContain('\u001b')
  })

  it('a demonstration can be signed in to by its own password alone, and goes without a trace', async () => {
    await done('organisation', 'create', 'mine', '--name', 'Mine')
    await done('display', 'create', 'mine', 'hall', '--name', 'Hall')
    await done('user', 'subscribe', 'me@mine.example', '--organisation', 'mine', '--display', 'hall')
    const before = [await done('organisation', 'list'), await done('display', 'list'), await done('user', 'list')]

    const demo = await done('demo')
    // Another demo has another password.
    expect([demo.password, password].map(({ length }) => length)).toEqual([20, 20])
    expect(demo.password).not.toBe(password)
    expect(demo.organisations).toHaveLength(3)
    expect(JSON.parse((await runPlacard(['demo', '--json'], storage)).stdout)).toMatchObject({
      error: { code: 'demo-exists' },
    })

    await done('demo', '--remove')
    expect([await done('organisation', 'list'), await done('display', 'list'), await done('user', 'list')]).toEqual(
      before,
    )
    expect((await readdir(join(storage.dataDir, 'media'))).filter((name) => !name.startsWith('.'))).toEqual([])
    expect(JSON.parse((await runPlacard(['demo', '--remove', '--json'], storage)).stdout)).toMatchObject({
      error: { code: 'no-demo' },
    })
    // Creates a demo again after it was removed.
    await done('demo')
  })

  it('a demonstration stays away from what has its names already', async () => {
    await done('organisation', 'create', 'demo-clinic', '--name', 'A real one')
    const refused = await runPlacard(['demo', '--json'], storage)
    expect(JSON.parse(refused.stdout)).toMatchObject({
      error: { code: 'id-taken', message: expect.stringContaining('demo-clinic') },
    })
    expect((await done('organisation', 'list')).organisations).toHaveLength(1)
  })
})

describeDialects('a demonstration that is served', (dialect) => {
  it('is signed in to, and plays', async () => {
    await using server = await startTestServer({ dialect })
    const demo = await createDemo(server.app.context, server.app.accounts)
    if (demo.status !== 'created') throw new Error(demo.status)
    for (const { email } of demo.people) {
      const body = { email, password: demo.password }
      expect((await createClient(server.url).call('signIn', { params: {}, body })).status).toBe(200)
      const guess = { email, password: 'demo demo demo demo' }
      expect((await createClient(server.url).call('signIn', { params: {}, body: guess })).status).toBe(401)
    }
    const key = { organisationId: OrganisationId.parse('demo-college'), displayId: DisplayId.parse('lobby') }
    const { body } = await server.anonymous.call('getManifest', { params: key })
    // Its own items, those of its two playlists, and the card that leads to its page to read.
    expect(body.items).toHaveLength(8)
    expect(body.inclusions).toHaveLength(1)
    const files = body.items.filter(({ type }) => type !== 'notice')
    expect(files).toHaveLength(6)
    for (const { url } of files) expect(await statusOf(server.url + url)).toBe(200)
  })
})
