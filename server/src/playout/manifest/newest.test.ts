import { pathOf } from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { openBareSocket, requestText } from '../../testing/bare-socket.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'

const PATH = pathOf('getManifest', SAMPLE_DISPLAY)
/** These requests get the same answer, and are handled in the usual way. */
const UNUSUAL = { cookie: 'theme=dark' }

describe('a manifest that was looked up within the last second', () => {
  let server: TestServer
  let admin: Client
  let at: number

  beforeEach(async () => {
    at = Date.parse('2026-11-21T08:00:00Z')
    server = await startTestServer({ now: () => at })
    admin = await server.signIn()
  })
  afterEach(() => server.close())

  const get = (headers: Record<string, string> = {}) =>
    server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY, headers })

  /** Counts the statements that run during some work. */
  async function statements(work: () => Promise<unknown>): Promise<number> {
    const run = vi.spyOn(server.app.context.database.queries, 'executeQuery')
    await work()
    const count = run.mock.calls.length
    run.mockRestore()
    return count
  }

  it('is answered again without the database, whole or by its tag, and looked up again after that second', async () => {
    expect(await statements(get)).toBeGreaterThan(0)
    const { body, headers } = await get()
    expect(await statements(async () => expect((await get()).body).toEqual(body))).toBe(0)
    const tag = headers.get('etag') ?? ''
    expect(await statements(async () => expect((await get({ 'if-none-match': tag })).status).toBe(304))).toBe(0)
    expect(await statements(async () => expect((await get({ 'if-none-match': '"0"' })).status).toBe(200))).toBe(0)
    at += 1_000
    expect(await statements(get)).toBeGreaterThan(0)
    at -= 1
    expect(await statements(get), 'a clock that was set back').toBeGreaterThan(0)
  })

  it('needs no bytes for those who have it: a fleet that comes back costs one question', async () => {
    const tag = (await get()).headers.get('etag') ?? ''
    at += 3_600_000
    expect(await statements(() => get({ 'if-none-match': tag }))).toBeGreaterThan(0)
    expect(await statements(async () => expect((await get({ 'if-none-match': tag })).status).toBe(304))).toBe(0)
    expect((await get()).body.items.length).toBeGreaterThan(0)
  })

  it.each([{ 'if-none-match': '"0"' }, { 'if-none-match': '*' }])(
    'has every header of the usual answer (%j)',
    async (asked) => {
      await get()
      const headersOf = async (more: Record<string, string>) => {
        const answer = await fetch(server.url + PATH, { headers: { ...asked, ...more } })
        const body = await answer.text()
        return { status: answer.status, body, headers: { ...Object.fromEntries(answer.headers), date: '' } }
      }
      let early: unknown
      expect(await statements(async () => (early = await headersOf({})))).toBe(0)
      let usual: unknown
      expect(await statements(async () => (usual = await headersOf(UNUSUAL)))).toBeGreaterThan(0)
      expect(early).toEqual(usual)
    },
  )

  it('never hides a change: its maker gets the new manifest at once', async () => {
    for (let turn = 1; turn <= 20; turn += 1) {
      await Promise.all([get(), get()])
      const [{ body }] = await Promise.all([
        admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: `Line ${turn}` } }),
        get(),
        get(),
      ])
      expect((await get()).body.lines.map(({ text }) => text)).toContain(body.line.text)
    }
  })

  it('[SP3] the manifest of a display for its paired screens only is answered to nobody else from memory', async () => {
    await get()
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { pairedOnly: true } })
    expect((await get()).body).toMatchObject({ error: { code: 'paired-screens-only' } })
    expect((await admin.call('getManifest', { params: SAMPLE_DISPLAY })).status).toBe(200)
    expect((await get()).body).toMatchObject({ error: { code: 'paired-screens-only' } })
  })

  it('an invalid token is refused all the same', async () => {
    await get()
    expect((await get({ authorization: `Bearer plc_${'x'.repeat(43)}` })).status).toBe(401)
  })

  it('other methods on the same address answer as ever', async () => {
    await get()
    const one = openBareSocket(server.url)
    one.send(requestText('HEAD', PATH))
    await one.hears('HTTP/1.1 200')
    one.send(requestText('DELETE', PATH, ['origin: http://127.0.0.1', 'x-requested-with: placard']))
    await one.hears('HTTP/1.1 405')
    one.close()
  })
})

describeDialects('manifests that are requested while they change', (dialect) => {
  it('are never older than one that somebody has had', async () => {
    const server = await startTestServer({ dialect })
    const admin = await server.signIn()
    let isOver = false
    const watch = async () => {
      let newest = 0
      while (!isOver) {
        const { revision } = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
        expect(revision).toBeGreaterThanOrEqual(newest)
        newest = revision
      }
    }
    const watching = Promise.all([watch(), watch(), watch()])
    for (let turn = 1; turn <= 30; turn += 1) {
      await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: `Line ${turn}` } })
    }
    isOver = true
    await watching
    await server.close()
  })
})
