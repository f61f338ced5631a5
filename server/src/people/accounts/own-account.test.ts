import { DisplayId, OrganisationId, SessionId } from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeDialects } from '../../testing/dialects.ts'
import { ADMIN, type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream, type Stream } from '../../testing/stream.ts'

const NEW_PASSWORD = 'seventeen blue kettles'
const MINUTE = 60_000
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

describeDialects('one’s own account', (dialect) => {
  let server: TestServer
  let clock: { now: number }

  beforeEach(async () => {
    clock = { now: Date.parse('2026-11-21T08:00:00Z') }
    server = await startTestServer({ dialect, now: () => clock.now, config: { trustedProxies: ['127.0.0.1', '::1'] } })
  })
  afterEach(() => server.close())

  async function enter(userAgent = CHROME, address = '192.0.2.1', remember = false): Promise<Client> {
    const client = createClient(server.url)
    const headers = { 'user-agent': userAgent, 'x-forwarded-for': address }
    const answer = await client.call('signIn', { params: {}, body: { ...ADMIN, remember }, headers })
    expect(answer.status).toBe(200)
    return client
  }
  async function enterAsOther(): Promise<Client> {
    const other = { email: 'other@vnr.example', password: 'another phrase for tests' }
    const { accounts, context } = server.app
    await accounts.createUser({ ...other, name: 'Other' })
    const org = OrganisationId.parse('vnr')
    await accounts.putProfile(context, { email: other.email, id: 'ece', org, msg: '', subType: 'standard' })
    return server.signIn(other)
  }
  async function open(client: Client): Promise<Stream> {
    const stream = await openStream(`${server.url}/api/organisations/vnr/displays/ece/live`, {
      cookie: client.cookie(),
    })
    await stream.next('programme')
    return stream
  }
  const change = (client: Client, current: string, password: string) =>
    client.call('changePassword', { params: {}, body: { current, password } })
  const statusOf = async (client: Client) => (await client.call('getSession', { params: {} })).status
  const list = async (client: Client) => (await client.call('listSessions', { params: {} })).body

  it('[B13] a new password ends the other sessions at once and keeps this one, with another secret', async () => {
    const [here, there] = [await enter(), await enter(SAFARI)]
    const [mine, theirs] = [await open(here), await open(there)]
    const oldCookie = here.cookie()

    expect((await change(here, ADMIN.password, NEW_PASSWORD)).status).toBe(204)
    await theirs.ended
    expect(await statusOf(there)).toBe(401)
    expect(await statusOf(here)).toBe(200)
    const params = { organisationId: OrganisationId.parse('vnr'), displayId: DisplayId.parse('ece') }
    expect((await here.call('createLine', { params, body: { text: 'Still here' } })).status).toBe(201)
    await mine.next('programme')
    const old = await fetch(`${server.url}/api/session`, { headers: { cookie: oldCookie } })
    expect(old.status).toBe(401)
    mine.close()

    const signIn = (password: string) =>
      server.anonymous.call('signIn', { params: {}, body: { email: ADMIN.email, password } })
    expect((await signIn(ADMIN.password)).status).toBe(401)
    expect((await signIn(NEW_PASSWORD)).status).toBe(200)
  })

  it('A3 a remembered session is remembered as long as before', async () => {
    const here = await enter(CHROME, '192.0.2.1', true)
    clock.now += 6 * 24 * 60 * MINUTE
    const answer = await change(here, ADMIN.password, NEW_PASSWORD)
    expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining(`Max-Age=${24 * 86_400};`)])
    const forgotten = await change(
      await server.signIn({ email: ADMIN.email, password: NEW_PASSWORD }),
      NEW_PASSWORD,
      ADMIN.password,
    )
    expect(forgotten.headers.getSetCookie()[0]).not.toContain('Max-Age')
  })

  it('[B4] a wrong password and a weak new one are told, each at its field, and nothing has changed', async () => {
    const here = await enter()
    const there = await enter(SAFARI)
    expect(await change(here, 'certainly not the one', NEW_PASSWORD)).toMatchObject({
      status: 422,
      body: { error: { code: 'wrong-password', field: 'current' } },
    })
    expect(await change(here, ADMIN.password, 'qwertyuiopasdfg')).toMatchObject({
      status: 422,
      body: { error: { code: 'weak-password', field: 'password' } },
    })
    expect(await statusOf(there)).toBe(200)
    expect((await change(here, ADMIN.password, NEW_PASSWORD)).status).toBe(204)
  })

  it('[B13] of two who change it at once by the same old one, one does, and the other is told', async () => {
    const [here, there] = [await enter(), await enter(SAFARI)]
    const wanted = ['forty-one wooden chairs', 'forty-two wooden chairs'] as const
    const answers = await Promise.all([
      change(here, ADMIN.password, wanted[0]),
      change(there, ADMIN.password, wanted[1]),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    const [won, lost] = statuses[0] === 204 ? ([0, 1] as const) : ([1, 0] as const)
    expect(answers[lost]).toMatchObject({ status: 422, body: { error: { code: 'wrong-password', field: 'current' } } })
    const signIn = (password: string) => server.anonymous.call('signIn', { params: {}, body: { ...ADMIN, password } })
    expect((await signIn(wanted[won])).status).toBe(200)
    expect((await signIn(wanted[lost])).status).toBe(401)
    expect(await Promise.all([here, there].map(statusOf))).toEqual(won === 0 ? [200, 401] : [401, 200])
  })

  it('[B7] guesses at the current password are counted like those at a sign-in', async () => {
    const here = await enter()
    for (let count = 0; count < 10; count += 1) await change(here, `guess number ${count}`, NEW_PASSWORD)
    expect(await change(here, ADMIN.password, NEW_PASSWORD)).toMatchObject({ status: 429 })
    clock.now += 15 * MINUTE
    expect((await change(here, ADMIN.password, NEW_PASSWORD)).status).toBe(204)
  })

  it('[B13] [B27] lists where one is signed in, by names of ours, and no secret', async () => {
    const here = await enter(CHROME, '192.0.2.1')
    clock.now += 10 * MINUTE
    const there = await enter('<script>alert(1)</script>', '198.51.100.7')
    clock.now += 10 * MINUTE
    expect(await statusOf(here)).toBe(200)
    const listed = await list(here)
    expect(listed).toEqual([
      {
        id: expect.any(String),
        browser: 'Chrome',
        system: 'Windows',
        through: null,
        address: '192.0.2.1',
        signedInAt: clock.now - 20 * MINUTE,
        lastSeenAt: clock.now,
        current: true,
      },
      {
        id: expect.any(String),
        browser: null,
        system: null,
        through: null,
        address: '198.51.100.7',
        signedInAt: clock.now - 10 * MINUTE,
        lastSeenAt: clock.now - 10 * MINUTE,
        current: false,
      },
    ])
    const rows = await server.app.context.database.queries.selectFrom('session').select('token').execute()
    const text = JSON.stringify(listed)
    for (const { token } of rows) expect(text).not.toContain(token)
    for (const client of [here, there]) {
      const secret = /sid=([^;]+)/.exec(client.cookie())?.[1]
      expect(secret).toBeDefined()
      expect(text).not.toContain(secret)
    }
  })

  it('does not list what has ended, nor what is somebody else’s', async () => {
    const here = await enter()
    await enter(SAFARI)
    const others = await enterAsOther()
    expect(await list(others)).toHaveLength(1)
    for (let hours = 0; hours < 12; hours += 6) {
      clock.now += 6 * 60 * MINUTE
      await statusOf(here)
    }
    expect(await list(here)).toMatchObject([{ current: true }])
  })

  it('[B13] signs out one device: its cookie and its streams end, the others stay', async () => {
    const [here, there, third] = [await enter(), await enter(SAFARI), await enter()]
    const stream = await open(there)
    const other = (await list(here)).find(({ system }) => system === 'iPhone')
    const end = (id: string) => here.call('removeSession', { params: { sessionId: SessionId.parse(id) } })
    expect((await end(other?.id ?? '')).status).toBe(204)
    await stream.ended
    expect([await statusOf(here), await statusOf(there), await statusOf(third)]).toEqual([200, 401, 200])
    expect(await end(other?.id ?? '')).toMatchObject({ status: 404, body: { error: { code: 'session-not-found' } } })
  })

  it('[B18] somebody else’s session is one that does not exist', async () => {
    const here = await enter()
    const others = await enterAsOther()
    const [mine] = await list(here)
    const sessionId = mine?.id ?? SessionId.parse('none')
    const answers = [
      await others.call('removeSession', { params: { sessionId } }),
      await others.call('removeSession', {
        params: { sessionId: SessionId.parse('00000000-0000-4000-8000-000000000000') },
      }),
      await others.call('removeSession', { params: { sessionId: '__proto__' as SessionId } }),
    ]
    for (const { status, body } of answers) {
      expect({ status, body }).toMatchObject({ status: 404, body: { error: { code: 'session-not-found' } } })
    }
    expect(await statusOf(here)).toBe(200)
  })

  it('[B13] signs out all other devices, and not this one', async () => {
    const [here, there, third] = [await enter(), await enter(SAFARI), await enter()]
    const streams = [await open(there), await open(third)]
    expect((await here.call('removeOtherSessions', { params: {} })).status).toBe(204)
    await Promise.all(streams.map((stream) => stream.ended))
    expect([await statusOf(here), await statusOf(there), await statusOf(third)]).toEqual([200, 401, 401])
    expect(await list(here)).toHaveLength(1)
  })
})
