import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import {
  type ActivityId,
  DisplayId,
  type DisplayKey,
  type ErrorEnvelope,
  type ItemId,
  type RouteBodyInput,
} from '@placard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { OPEN_NETWORK } from '../../platform/outgoing/fetch-outside.ts'
import { changedByHand } from '../../testing/changed-by-hand.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { itemMaker } from '../../testing/item-maker.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'
import { createWebPages } from './service.ts'

const { organisationId } = SAMPLE_DISPLAY

describeDialects('web pages', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })
  let made = 0

  const VIEW = { zoom: 150, scroll: 300, reloadMinutes: 30 }
  const PAGE = { title: 'Rota', type: 'webpage' as const, url: 'https://rota.example.org/', webPage: VIEW }
  async function makeDisplay(): Promise<DisplayKey> {
    made += 1
    const key = { organisationId, displayId: DisplayId.parse(`hall-${made}`) }
    const body = { id: key.displayId, name: 'Hall', timeZone: 'Asia/Kolkata' }
    expect((await admin.call('createDisplay', { params: { organisationId }, body })).status).toBe(201)
    return key
  }
  const { create, add } = itemMaker(admin, PAGE)
  const update = (key: DisplayKey, itemId: ItemId, body: object) =>
    admin.call('updateItem', {
      params: { ...key, itemId },
      body: body as RouteBodyInput<'updateItem'>,
      headers: { 'if-match': '*' },
    })
  const itemsOf = async (key: DisplayKey) => (await admin.call('getProgramme', { params: key })).body.items
  const manifest = async (key: DisplayKey) => (await admin.call('getManifest', { params: key })).body
  const entries = async (key: DisplayKey) => (await admin.call('listActivity', { params: key })).body.entries
  async function undoNewest(key: DisplayKey) {
    const entryId = (await entries(key)).find(({ undo }) => undo)?.id as ActivityId
    return admin.call('undoActivity', { params: { ...key, entryId } })
  }

  it('[CT15] a page is kept, answered and in the manifest, with how it is shown', async () => {
    const key = await makeDisplay()
    const item = await add(key)
    expect(item).toMatchObject({ type: 'webpage', url: PAGE.url, playable: true, webPage: VIEW })
    expect(await itemsOf(key)).toEqual([item])
    expect((await manifest(key)).items).toEqual([{ id: item.id, type: 'webpage', url: PAGE.url, webPage: VIEW }])
    const plain = await add(key, { ...PAGE, webPage: { zoom: 100, scroll: 0 } })
    expect(plain).not.toHaveProperty('webPage')
  })

  it('[CT15] another view leaves the loop as it is, is told, and the undo brings back that of before', async () => {
    const key = await makeDisplay()
    const { id } = await add(key)
    const before = await manifest(key)
    expect((await update(key, id, { webPage: { zoom: 50 } })).body.item.webPage).toEqual({ zoom: 50 })
    expect((await manifest(key)).loopStartedAt).toBe(before.loopStartedAt)
    expect((await entries(key))[0]).toMatchObject({ kind: 'item-changed', fields: ['webPage'] })
    expect((await undoNewest(key)).status).toBe(200)
    expect((await itemsOf(key))[0]?.webPage).toEqual(VIEW)
    expect((await update(key, id, { webPage: null })).body.item).not.toHaveProperty('webPage')
    expect((await manifest(key)).items[0]).not.toHaveProperty('webPage')
  })

  it('[CT15] an item that becomes another kind loses its view, and gets it back with the undo', async () => {
    const key = await makeDisplay()
    const { id } = await add(key)
    const film = await update(key, id, { type: 'video', url: 'https://example.org/a.mp4' })
    expect(film.status).toBe(200)
    expect(film.body.item).not.toHaveProperty('webPage')
    const refused = await update(key, id, { webPage: VIEW })
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'invalid-field', field: 'webPage' } } })
    expect((await undoNewest(key)).status).toBe(200)
    expect((await itemsOf(key))[0]).toMatchObject({ type: 'webpage', webPage: VIEW })
  })

  it('[CT15] a copy on another display is shown the same way', async () => {
    const [from, to] = [await makeDisplay(), await makeDisplay()]
    const { id } = await add(from)
    const body = { do: 'copy' as const, ids: [id], displays: [to.displayId] }
    expect((await admin.call('changeItems', { params: from, body })).status).toBe(200)
    expect(await itemsOf(to)).toMatchObject([{ type: 'webpage', url: PAGE.url, webPage: VIEW }])
  })

  it.each([
    ['a zoom beyond the bounds', { webPage: { zoom: 401 } }],
    ['a word of a later version', { webPage: { zoom: 100, dark: true } }],
    ['a view of a picture', { type: 'image', url: 'https://example.org/a.jpg' }],
    ['an address of no browser', { url: 'gopher://rota.example.org/' }],
    ['a name and a password', { url: 'https://a:b@rota.example.org/' }],
  ])('[CT15] %s is refused', async (_, wrong) => {
    const key = await makeDisplay()
    expect((await create(key, { ...PAGE, ...wrong })).status).toBe(422)
    expect(await itemsOf(key)).toEqual([])
  })

  it('[CT15] a view that cannot be read is as none, and the page plays', async () => {
    const key = await makeDisplay()
    const { id } = await add(key)
    const { queries } = server.app.context.database
    const stored = async (web_page: string) => {
      await queries.updateTable('item').set({ web_page }).where('id', '=', id).execute()
      await changedByHand(queries, key)
    }
    for (const text of ['{', '[]', '{"zoom":"large","scroll":40}']) {
      await stored(text)
      const [item] = (await manifest(key)).items
      expect(item).toMatchObject({ id, url: PAGE.url })
      expect(item?.webPage).toEqual(text.includes('40') ? { scroll: 40 } : undefined)
    }
  })
})

describe('the check of a web page', () => {
  /** Stands for the open network. */
  const OUT = '127.0.0.1'
  let answer: RequestListener
  let site: Server
  let port = 0
  let visits = 0
  let open: TestServer
  let guarded: TestServer
  let now = Date.now()

  beforeAll(async () => {
    site = createServer((request, response) => answer(request, response))
    site.on('connection', () => {
      visits += 1
    })
    // On every address of this machine, so that a visit through any of them is detected.
    await new Promise<void>((resolve) => site.listen(0, '::', resolve))
    port = (site.address() as AddressInfo).port
    const resolve = async (hostname: string) => (hostname.endsWith('.example') ? [OUT] : OPEN_NETWORK.resolve(hostname))
    const outside = { resolve, isPublic: (address: string) => address === OUT, ports: [port] }
    open = await startTestServer({ outside, now: () => now })
    // With the real table of addresses. The port is allowed, because otherwise no request would get as far as the table.
    guarded = await startTestServer({ outside: { ...OPEN_NETWORK, ports: [80, 443, port] }, now: () => now })
  })
  beforeEach(() => {
    visits = 0
    // Advances the clock, so that the rate limit only matters in its own test.
    now += 300_000
    answer = (_, response) => response.setHeader('content-type', 'text/html').end('<title>Rota</title>')
  })
  afterAll(async () => {
    site.closeAllConnections()
    await Promise.all([open.close(), guarded.close(), new Promise((resolve) => site.close(resolve))])
  })

  async function check(url: string, server = open) {
    const admin = await server.signIn()
    return admin.call('checkWebPage', { params: { organisationId }, body: { url } })
  }
  const rota = (path = '/') => `http://rota.example:${port}${path}`
  const says = (headers: Record<string, string>, status = 200, body = '<title>Rota</title>') => {
    answer = (_, response) => response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
  }

  it('[CT15] a page that says nothing is allowed, and has its title', async () => {
    expect(await check(rota('/a#b'))).toMatchObject({
      status: 200,
      body: { verdict: 'allowed', why: null, title: 'Rota' },
    })
    expect((await check(rota('/a#b'))).body).not.toHaveProperty('finalUrl')
  })

  it.each([
    ['x-frame-options', { 'x-frame-options': 'SAMEORIGIN' }],
    ['frame-ancestors', { 'content-security-policy': "default-src 'self'; frame-ancestors 'self'" }],
  ])('[CT15] one that forbids it by %s says so', async (why, headers) => {
    says(headers)
    expect((await check(rota())).body).toEqual({ verdict: 'forbidden', why, title: 'Rota' })
  })

  it('[CT15] the page that redirects lead to is the one that is checked and named', async () => {
    answer = ({ url }, response) => {
      if (url === '/') response.writeHead(302, { location: '/in' }).end()
      else response.writeHead(200, { 'content-type': 'text/html', 'x-frame-options': 'deny' }).end()
    }
    expect((await check(rota())).body).toEqual({ verdict: 'forbidden', why: 'x-frame-options', finalUrl: rota('/in') })
  })

  it.each([
    ['status', { 'x-frame-options': 'DENY' }, 404],
    ['status', {}, 401],
    ['not-a-page', { 'content-type': 'application/zip' }, 200],
    ['not-a-page', { 'content-disposition': 'attachment; filename=a.html' }, 200],
  ] as const)('[CT15] %s is not known to be shown', async (why, headers, status) => {
    says(headers, status)
    expect((await check(rota())).body).toMatchObject({ verdict: 'unknown', why })
  })

  it('[CT15] nobody there is not known either', async () => {
    answer = (request) => request.socket.destroy()
    expect((await check(rota())).body).toMatchObject({ verdict: 'unknown', why: 'unreachable' })
  })

  it('[CT15] a page of this installation is none to show, by whatever way one gets there, and is not asked', async () => {
    expect((await check(`${open.url}/player`)).body).toEqual({ verdict: 'forbidden', why: 'own-page' })
    expect(visits).toBe(0)
  })

  it('[CT15] an http page is none for screens by https, and is not asked', async () => {
    const webPages = createWebPages(Date.now, OPEN_NETWORK)
    const own = { origin: 'https://signs.example.org', hosts: [] }
    const answer = await webPages.check(organisationId, 'http://rota.example/', own)
    expect(answer).toEqual({ verdict: 'forbidden', why: 'mixed-content' })
  })

  it('[CT15] twenty at once, and then one after another', async () => {
    const admin = await open.signIn()
    const ask = () => admin.call('checkWebPage', { params: { organisationId }, body: { url: rota() } })
    for (let count = 0; count < 20; count += 1) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    now += 6_000
    expect((await ask()).status).toBe(200)
  })

  describe('asks nothing in a network of somebody’s own', () => {
    it.each([
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0x7F.0.0.1',
      '0177.0.0.1',
      '017700000001',
      '①②⑦.⓪.⓪.①',
      '127。0。0。1',
      '%31%32%37.0.0.1',
      'localhost',
      'LOCALHOST',
      'localhost.',
      '127.0.0.1.',
      '0',
      '0.0.0.0',
      '[::]',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:7f00:1]',
      '[::ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[fd00::1]',
      '[fe80::1]',
      '10.0.0.1',
      '100.64.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '192.168.0.1',
    ])('[B70] %s', async (host) => {
      const { status, body } = await check(`http://${host}:${port}/`, guarded)
      expect([status, body.verdict, body.why]).toEqual([200, 'unknown', 'address-not-allowed'])
      expect(visits).toBe(0)
    })

    it('[B70] the canary is there: the same address without the table is visited', async () => {
      expect((await check(`http://127.0.0.1:${port}/`)).body.verdict).toBe('allowed')
      expect(visits).toBe(1)
    })
  })

  it.each([
    ['inside', () => `http://127.0.0.2:${port}/`],
    ['inside by IPv6', () => `http://[::1]:${port}/`],
    ['another port', () => `http://${OUT}:22/`],
    ['a file', () => 'file:///etc/passwd'],
  ])('[B72] a redirect to %s is not followed', async (_, to) => {
    answer = (_, response) => response.writeHead(302, { location: to() }).end()
    expect((await check(rota())).body).toMatchObject({ verdict: 'unknown', why: 'address-not-allowed' })
    expect(visits).toBe(1)
  })

  it('[B72] twenty redirects are too many', async () => {
    let hops = 0
    answer = (_, response) => {
      hops += 1
      if (hops > 20) response.end()
      else response.writeHead(302, { location: `/${hops}` }).end()
    }
    expect((await check(rota())).body).toMatchObject({ verdict: 'unknown', why: 'too-many-redirects' })
    expect(hops).toBe(6)
  })

  it('[B73] an endless page and a bomb are judged by their heads, and a head without end is none', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'x-frame-options': 'DENY' })
      const go = () => {
        while (response.write('x'.repeat(10_000)));
      }
      response.on('drain', go)
      go()
    }
    expect((await check(rota())).body).toEqual({ verdict: 'forbidden', why: 'x-frame-options' })
    const bomb = gzipSync(Buffer.alloc(30_000_000))
    answer = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb)
    expect((await check(rota())).body).toEqual({ verdict: 'allowed', why: null })
    answer = (_, response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\n')
      for (let count = 0; count < 2_000; count += 1) response.socket?.write(`x${count}: ${'y'.repeat(100)}\r\n`)
    }
    expect((await check(rota())).body).toMatchObject({ verdict: 'unknown', why: 'too-large' })
  })

  it.each([22, 25, 6379, 8080])('[B75] port %d is not asked', async (other) => {
    expect((await check(`http://${OUT}:${other}/`)).body).toMatchObject({
      verdict: 'unknown',
      why: 'address-not-allowed',
    })
  })

  it.each([
    'gopher://rota.example/',
    'ftp://rota.example/',
    'file:///etc/passwd',
    'https://rota.example/\r\nX: y',
    'https://a:b@rota.example/',
    'rota.example',
    '',
    '/media/a.jpg',
  ])('[B75] %j is no address', async (url) => {
    const answer = await check(url)
    const { error } = answer.body as unknown as ErrorEnvelope
    expect([answer.status, error.code, error.field]).toEqual([422, 'url-not-playable', 'url'])
    expect(visits).toBe(0)
  })
})
