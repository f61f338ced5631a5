import { connect } from 'node:net'
import { ERRORS, isErrorCode, pathOf, ROUTE_DETAILS, ROUTES, type RouteName } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

const NAMES = Object.keys(ROUTES) as RouteName[]
/**
 * Called by mail programs, not by pages. The key in its address is its credential, cookies are ignored, and it does one thing (B122).
 * Listed independently.
 */
const OF_MAIL_PROGRAMS: ReadonlySet<RouteName> = new Set(['unsubscribeFromAlerts'])
const CHANGING = NAMES.filter((name) => !['GET', 'HEAD'].includes(ROUTES[name].method) && !OF_MAIL_PROGRAMS.has(name))

describe('requests that the server refuses before any feature gets them', () => {
  const { server, admin } = sharedTestServer()

  const urlOf = (name: RouteName) =>
    server.url + pathOf(name, { ...SAMPLE_DISPLAY, itemId: 'x', lineId: 'x', uploadId: 'x' } as never)
  const ours = () => ({ origin: server.url, 'x-requested-with': 'placard', cookie: admin.cookie() })
  const programme = async () => (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body

  describe.each(CHANGING)('[B15] %s from elsewhere', (name) => {
    it.each([
      ['another origin', { origin: 'https://evil.example' }],
      ['an origin without a name', { origin: 'null' }],
      ['no origin', { origin: undefined }],
      ['no header of ours', { 'x-requested-with': undefined }],
      ['another site by the browser’s own word', { 'sec-fetch-site': 'cross-site' }],
      ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ])('with %s', async (_what, change) => {
      const headers = Object.entries({ ...ours(), 'content-type': 'application/json', ...change })
      const sent = headers.filter((entry): entry is [string, string] => entry[1] !== undefined)
      const { method } = ROUTES[name]
      const body = method === 'DELETE' ? undefined : '{}'
      const response = await fetch(urlOf(name), { method, headers: sent, ...(body ? { body } : {}) })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error: { code: 'csrf' } })
    })
  })

  const takesJson = NAMES.filter((name) => {
    const route = ROUTES[name]
    return 'body' in route && typeof route.body !== 'string' && !OF_MAIL_PROGRAMS.has(name)
  })
  describe.each(takesJson)('[M10] %s', (name) => {
    it.each([
      'text/plain',
      'text/plain; application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json-patch+json',
      'image/jpeg',
      '',
    ])('does not take "%s"', async (type) => {
      const body = new Blob([JSON.stringify({ title: 'x', text: 'x' })], { type })
      const headers = { ...ours(), ...(type ? { 'content-type': type } : {}) }
      const response = await fetch(urlOf(name), { method: ROUTES[name].method, headers, body })
      expect(response.status).toBe(415)
    })
  })

  it('[B15] only the calls of mail programs come from no page, and their cookie is not read', async () => {
    const theirs = NAMES.filter((name) => 'ofMailProgram' in ROUTE_DETAILS[name])
    expect(new Set(theirs)).toEqual(OF_MAIL_PROGRAMS)
    for (const name of theirs) expect(ROUTES[name].access).toBe('public')
    const response = await fetch(`${server.url}/api/alerts/unsubscribe/${'A'.repeat(43)}`, {
      method: 'POST',
      headers: { cookie: admin.cookie(), 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(response.status).toBe(404)
  })

  it('[B16] a method in a header is no method', async () => {
    const before = await programme()
    const response = await fetch(urlOf('getProgramme'), { headers: { ...ours(), 'x-http-method-override': 'DELETE' } })
    expect(response.status).toBe(200)
    expect(await programme()).toEqual(before)
  })

  it.each([
    ['nothing', ''],
    ['half an object', '{"text":'],
    ['a prototype', '{"__proto__":{"a":1},"text":"x"}'],
    ['a constructor', '{"constructor":{"prototype":{"a":1}},"text":"x"}'],
    ['200,000 levels', '['.repeat(20_000)],
  ])('[B77] JSON with %s is a bad request', async (_what, body) => {
    const response = await fetch(urlOf('createLine'), {
      method: 'POST',
      headers: { ...ours(), 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'bad-request' } })
  })

  it.each(['[]', '1', 'null', '"text"', '{"text":1e999}', '{"text":"a","text":1}'])(
    '[B77] %s is no command',
    async (body) => {
      const response = await fetch(urlOf('createLine'), {
        method: 'POST',
        headers: { ...ours(), 'content-type': 'application/json' },
        body,
      })
      expect(response.status).toBe(422)
    },
  )

  it.each([
    'application/json garbage',
    'application/json;garbage',
    'APPLICATION/JSON',
    'application/json; charset=utf-16',
    'application/json-patch+json',
    'application/jsonx',
    'text/json',
  ])('[B78] as %s a body is refused or judged like any other', async (type) => {
    const before = await programme()
    const response = await fetch(urlOf('createLine'), {
      method: 'POST',
      headers: { ...ours(), 'content-type': type },
      body: JSON.stringify({ text: 'x', position: '0' }),
    })
    expect([400, 415, 422]).toContain(response.status)
    expect(await programme()).toEqual(before)
  })

  it('[B80] a body over the limit', async () => {
    const response = await fetch(urlOf('createLine'), {
      method: 'POST',
      headers: { ...ours(), 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'x'.repeat(10_000_000) }),
    }).catch(() => undefined)
    // The connection may be cut before the answer is read. The server must not have read all the bytes.
    if (response) expect(response.status).toBe(413)
  })

  it('[B80] headers over the limit', async () => {
    const response = await fetch(`${server.url}/api/time`, { headers: { 'x-long': 'x'.repeat(17_000) } })
    expect(response.status).toBe(431)
    expect(await response.json()).toMatchObject({ error: { code: 'headers-too-large' } })
  })

  it.each([
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    'a%00b',
    '__proto__',
    'ECE',
    '%ef%bd%85ce',
    'ece%20',
    'x'.repeat(65),
    "a'%20or%201=1",
  ])('[B41] [B42] [B43] [B45] the id %s names nothing', async (id) => {
    const path = `/api/organisations/vnr/displays/${id}/manifest`
    const response = await fetch(server.url + path)
    expect([400, 404, 414]).toContain(response.status)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('other methods on a known address get the list of allowed methods', async () => {
    const response = await fetch(urlOf('createLine'), { method: 'PUT', headers: ours() })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect((await fetch(urlOf('getManifest'), { method: 'HEAD' })).status).toBe(200)
  })

  it('[B17] no reading changes anything', async () => {
    const before = await programme()
    for (const name of NAMES) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const response = await fetch(urlOf(name), { method, headers: ours(), signal: AbortSignal.timeout(2_000) })
        await response.body?.cancel()
      }
    }
    expect(await programme()).toEqual(before)
  })

  it('[B91] nobody else’s page may read an answer', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const response = await fetch(urlOf('getSession'), { headers: { ...ours(), origin } })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('[B99] every refusal has the envelope, a known code and the status that goes with it', async () => {
    for (const [path, init] of [
      ['/api/nothing', {}],
      ['/api/session', {}],
      ['/api/organisations/vnr/displays/nope/manifest', {}],
      ['/api/session', { method: 'POST' }],
      ['/%zz', {}],
    ] as const) {
      const response = await fetch(server.url + path, init)
      const body = (await response.json()) as { error: { code: string }; requestId: string }
      expect(isErrorCode(body.error.code) && ERRORS[body.error.code]).toBe(response.status)
      expect(body.requestId).toMatch(/^[\w-]{36}$/)
      expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts|select /i)
    }
  })

  /** Writes to a bare socket, and resolves with everything received until the server closed it. */
  function raw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname, () => socket.write(text))
      let answer = ''
      socket.setEncoding('utf8')
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  }

  // Ten and fifteen seconds. Node's own limits are one and five minutes.
  it('[M7] [B81] a head that does not end is cut off', async () => {
    await raw('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  }, 45_000)

  it('[M7] [B81] a command whose body does not come is cut off', async () => {
    const { host } = new URL(server.url)
    const answer = await raw(
      `POST /api/session HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${server.url}\r\nX-Requested-With: placard\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    )
    expect(answer).toContain('HTTP/1.1 408')
  }, 45_000)

  it('[B79] data that is not HTTP is a bad request', async () => {
    expect(await raw('HELLO\r\n\r\n')).toContain('HTTP/1.1 400')
    expect(await raw('GET / HTTP/1.1\r\n\r\n')).toContain('HTTP/1.1 400')
    expect(
      await raw('POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'),
    ).toContain('HTTP/1.1 400')
  })
})
