import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Email, pathOf, ROUTES, type RouteName } from '@placard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream } from '../../testing/stream.ts'

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}
const PLAYLIST = `_${'p'.repeat(20)}`
const SCRIPTED =
  "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'self'; script-src 'self'; style-src 'self' 'nonce-N'; font-src 'self'; connect-src 'self'; img-src 'self' https: data: blob:; media-src 'self' https: blob:; frame-src 'self' https://www.youtube-nocookie.com; worker-src 'self'; manifest-src 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"
const SETS = {
  page: { ...COMMON, 'content-security-policy': SCRIPTED, 'x-frame-options': 'DENY', 'cache-control': 'no-cache' },
  player: {
    ...COMMON,
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self' http: https:; img-src 'self' http: https: data: blob:; media-src 'self' http: https: blob:; frame-src http: https:; worker-src 'self'; manifest-src 'self'; frame-ancestors *; require-trusted-types-for 'script'",
    'cache-control': 'no-cache',
  },
  deck: {
    ...COMMON,
    'content-security-policy': SCRIPTED.replace(" 'nonce-N'", '')
      .replace("frame-src 'self' https://www.youtube-nocookie.com", "frame-src 'none'")
      .replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'no-cache',
  },
  api: {
    ...COMMON,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  },
  asset: { ...COMMON, 'cache-control': 'public, max-age=31536000, immutable' },
  file: { ...COMMON, 'cache-control': 'no-cache' },
  media: {
    ...COMMON,
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'content-range',
    'cache-control': 'public, max-age=31536000, immutable',
  },
}
const GUARDED = new Set(Object.values(SETS).flatMap((set) => Object.keys(set)))

/** The headers that a set determines, with the nonce masked. Headers that a route adds itself (a type, a length) are left out. */
function guardedOf(headers: Headers): Record<string, string> {
  const found = [...headers].filter(([name]) => GUARDED.has(name) || name === 'server' || name === 'x-powered-by')
  return Object.fromEntries(found.map(([name, value]) => [name, value.replace(/'nonce-[\w+/=]{22,}'/, "'nonce-N'")]))
}

describe('[B90] the headers of every answer', () => {
  let server: TestServer
  let https: TestServer
  let admin: Client
  let built: string
  let mediaUrl: string

  beforeAll(async () => {
    built = await mkdtemp(join(tmpdir(), 'placard-pages-'))
    const files = {
      'web/app.html': '<meta name="csp-nonce" content="__CSP_NONCE__">',
      'web/index.html': '<title>landing</title>',
      'web/favicon.svg': '<svg/>',
      'web/assets/app-1.js': '1',
      'web/smart-classroom/index.html': '<title>deck</title>',
      'player/index.html': '<title>player</title>',
      'player/sw.js': '1',
      'player/assets/player-1.js': '1',
    }
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(built, path)), { recursive: true })
      await writeFile(join(built, path), content)
    }
    const pages = { web: join(built, 'web'), player: join(built, 'player') }
    server = await startTestServer({ pages })
    https = await startTestServer({ pages, config: { publicUrl: 'https://signage.example.org' } })
    admin = await server.signIn()
    const manifest = await admin.call('getManifest', { params: SAMPLE_DISPLAY })
    mediaUrl = manifest.body.items[0]?.url ?? ''
  })
  afterAll(async () => {
    await server.close()
    await https.close()
    await rm(built, { recursive: true })
  })

  const pagesAndFiles: [path: string, status: number, set: keyof typeof SETS][] = [
    ['/', 200, 'page'],
    ['/login', 200, 'page'],
    ['/register', 200, 'page'],
    ['/dashboard', 200, 'page'],
    ['/addContainer', 200, 'page'],
    ['/test', 200, 'page'],
    ['/no/such/page', 404, 'page'],
    ['/<svg onload=alert(1)>', 404, 'page'],
    ['/display/vnr/?id=ece', 200, 'player'],
    ['/display/vnr?id=ece', 200, 'player'],
    ['/display/vnr/', 200, 'player'],
    [`/display/vnr/?id=${PLAYLIST}&preview=1`, 200, 'player'],
    [`/display/vnr/?id=${PLAYLIST}`, 400, 'player'],
    ['/display/vnr/?id=a&id=b', 400, 'player'],
    ['/display/vnr/?id=<script>', 400, 'player'],
    ['/display/..%2f..%2fetc/?id=ece', 400, 'player'],
    ['/display/sw.js', 200, 'player'],
    ['/assets/app-1.js', 200, 'asset'],
    ['/player/assets/player-1.js', 200, 'asset'],
    ['/favicon.svg', 200, 'file'],
    ['/smart-classroom/', 200, 'deck'],
    ['/assets/gone-1.js', 404, 'api'],
    ['/assets/..%2fapp.html', 404, 'api'],
    ['/app.html', 404, 'page'],
    ['/media/nothing.jpg', 404, 'api'],
    ['/api/nothing', 404, 'api'],
    ['/%zz', 400, 'api'],
    [`/${'x'.repeat(9_000)}`, 414, 'api'],
  ]
  it.each(pagesAndFiles)('GET %s answers %i as %s', async (path, status, set) => {
    const response = await fetch(server.url + path, { headers: { accept: 'text/html,*/*' } })
    expect(response.status).toBe(status)
    expect(guardedOf(response.headers)).toEqual(SETS[set])
  })

  it('a stored file, whole, in part and unchanged', async () => {
    for (const [headers, status] of [
      [{}, 200],
      [{ range: 'bytes=0-9' }, 206],
      [{ 'if-none-match': '*"' }, 200],
    ] as const) {
      const response = await fetch(server.url + mediaUrl, { headers })
      expect(response.status).toBe(status)
      expect(guardedOf(response.headers)).toEqual(SETS.media)
      await response.arrayBuffer()
    }
    const { headers } = await fetch(server.url + mediaUrl, { method: 'HEAD' })
    const again = await fetch(server.url + mediaUrl, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    expect(guardedOf(again.headers)).toEqual(SETS.media)
  })

  it.each(Object.keys(ROUTES) as RouteName[])('the route %s, with nobody signed in', async (name) => {
    const route = ROUTES[name]
    const params = { ...SAMPLE_DISPLAY, itemId: 'x', lineId: 'x', uploadId: 'x' }
    const url = server.url + pathOf(name, params as never)
    // A screen without a secret cannot open its stream.
    const open = route.access === 'public' && name !== 'streamScreen' && name !== 'streamAgent'
    if (route.response === 'stream') {
      const stream = await openStream(url)
      const expected = { ...SETS.api, 'cache-control': open ? 'no-store, no-transform' : 'no-store' }
      expect(guardedOf(stream.headers)).toEqual(open ? { ...expected, 'access-control-allow-origin': '*' } : expected)
      stream.close()
      return
    }
    const response = await fetch(url, { method: route.method })
    const shared =
      name === 'getManifest' || name === 'getApiDocument'
        ? { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' }
        : {}
    expect(guardedOf(response.headers)).toEqual({ ...SETS.api, ...shared })
    if (!open || route.method !== 'GET') expect(response.status).toBeGreaterThanOrEqual(400)
  })

  it('on https: the same, and strict transport security', async () => {
    const hsts = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    for (const path of ['/', '/login', '/display/vnr/?id=ece', '/assets/app-1.js', '/api/time', '/api/nothing']) {
      const here = guardedOf((await fetch(server.url + path)).headers)
      const there = await fetch(https.url + path)
      expect(Object.fromEntries([...there.headers].filter(([name]) => name in hsts))).toEqual(hsts)
      expect(guardedOf(there.headers)).toEqual(here)
    }
  })

  it('[U2] until it is set up, the pages that people begin with lead to the one that says so', async () => {
    const pages = { web: join(built, 'web'), player: join(built, 'player') }
    await using empty = await startTestServer({ pages, config: { seed: { kind: 'none' } } })
    const visit = (path: string) => fetch(empty.url + path, { redirect: 'manual' })
    for (const path of ['/', '/login', '/register', '/dashboard']) {
      const { status, headers } = await visit(path)
      expect({ path, status, location: headers.get('location') }).toEqual({
        path,
        status: 302,
        location: '/setup?waiting',
      })
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect((await visit('/setup')).status).toBe(200)
    const email = Email.parse('first@college.example')
    await empty.app.accounts.createUser({ email, name: email, password: 'seventeen blue kettles' })
    expect((await visit('/')).status).toBe(200)
  })

  it('with MEDIA_URL, pages that show stored files permit that origin, and nothing else does', async () => {
    const origin = 'http://cache.lan:8080'
    const pages = { web: join(built, 'web'), player: join(built, 'player') }
    const cached = await startTestServer({ pages, config: { mediaUrl: `${origin}/media` } })
    const policyAt = async (url: string, path: string) => {
      const { headers } = await fetch(url + path, { headers: { accept: 'text/html,*/*' } })
      const directives = (guardedOf(headers)['content-security-policy'] ?? '').split('; ')
      return new Map(directives.map((one) => [one.split(' ')[0] ?? '', one]))
    }
    try {
      for (const [path, , set] of pagesAndFiles) {
        const [plain, here] = [await policyAt(server.url, path), await policyAt(cached.url, path)]
        const wider = { page: ['img-src', 'media-src'], player: ['connect-src', 'img-src', 'media-src'] }
        const names = set === 'page' || set === 'player' ? wider[set] : []
        for (const name of names) plain.set(name, `${plain.get(name)} ${origin}`)
        expect({ path, policy: here }).toEqual({ path, policy: plain })
      }
    } finally {
      await cached.close()
    }
  })

  it('every page has a nonce of its own', async () => {
    const nonceOf = async () => /content="([^"]+)"/.exec(await (await fetch(`${server.url}/login`)).text())?.[1]
    const [one, other] = [await nonceOf(), await nonceOf()]
    expect(one).toMatch(/^[\w+/]{22}==$/)
    expect(other).not.toBe(one)
  })

  it('[B29] an unknown page repeats nothing of its address', async () => {
    const response = await fetch(`${server.url}/<svg onload=alert(1)>`, { headers: { accept: 'text/html' } })
    expect(await response.text()).not.toContain('svg')
  })

  const MARKUP = '"><script>alert(1)</script>'
  it.each([
    [`/display/vnr/?id=${MARKUP}`, 400],
    [`/display/${MARKUP}/?id=ece`, 404],
    ['/display/vnr/?id=ece&id=ece', 400],
    ['/display/vnr/?id=ece&id=cse', 400],
    ['/display/vnr/?id=', 400],
    ['/display/vnr/?id=ece%20', 400],
    [`/login?next=${MARKUP}`, 200],
    [`/no/such/${MARKUP}`, 404],
    [`/api/organisations/${MARKUP}/displays/ece/manifest`, 404],
    [`/api/organisations/vnr/displays/${encodeURIComponent(MARKUP)}/manifest`, 400],
  ])('[B26] [B44] GET %s answers %i and repeats nothing of it', async (path, status) => {
    const response = await fetch(server.url + path, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(status)
    expect(await response.text()).not.toMatch(/alert|cse/)
  })

  it.each(['revision=1&revision=1', 'revision[]=1', 'revision=', 'before=1', ''])(
    '[B44] what a query names twice, as a list, empty or not at all is no revision: %j',
    async (query) => {
      const path = `${pathOf('previewRestore', SAMPLE_DISPLAY)}?${query}`
      const response = await fetch(server.url + path, { headers: { cookie: admin.cookie() } })
      expect([400, 422]).toContain(response.status)
    },
  )
})
