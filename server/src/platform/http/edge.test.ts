import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathOf } from '@placard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { openBareSocket } from '../../testing/bare-socket.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const MANIFEST = pathOf('getManifest', SAMPLE_DISPLAY)

describe('files, tags and names', () => {
  let built: string
  let server: TestServer
  let named: TestServer

  beforeAll(async () => {
    built = await mkdtemp(join(tmpdir(), 'placard-edge-'))
    const files = {
      'web/app.html': 'app',
      'web/index.html': 'landing',
      'web/assets/app-1.js': 'one',
      'web/assets/app-1.js.br': 'one',
      'web/assets/folder/inner-1.js': 'two',
      'web/smart-classroom/index.html': 'deck',
      'player/index.html': 'player',
      'player/sw.js': `/* ${'worker '.repeat(500)}*/`,
      'player/assets/player-1.js': 'three',
    }
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(built, path)), { recursive: true })
      await writeFile(join(built, path), content)
    }
    const pages = { web: join(built, 'web'), player: join(built, 'player') }
    server = await startTestServer({ pages })
    const config = { publicUrl: 'https://signage.example.org', mediaUrl: 'https://cdn.example.org/media' }
    named = await startTestServer({ pages, config: { ...config, trustedProxies: ['127.0.0.1'] } })
  })
  afterAll(async () => {
    await server.close()
    await named.close()
    await rm(built, { recursive: true })
  })

  /** Sends the path unchanged: `fetch` would normalise it, and set its own Host. */
  async function ask(url: string, path: string, lines: string[] = ['host: 127.0.0.1']): Promise<string> {
    const one = openBareSocket(url)
    one.send([`GET ${path} HTTP/1.1`, 'connection: close', ...lines, '', ''].join('\r\n'))
    await one.closed
    return one.received()
  }

  it.each([
    '/assets/',
    '/assets/%00',
    '/assets/app-1.js%00',
    '/assets/%2e%2e/app.html',
    '/assets/../app.html',
    '/assets/./app-1.js',
    '/assets//app-1.js',
    '/assets/folder',
    '/assets/folder/',
    '/assets/app-1.js/',
    '/assets/APP-1.JS',
    '/assets/%E0%A4%A',
    '/assets/%61pp-1.js',
    `/assets/${'x'.repeat(90)}.js`,
    `/assets/${'x/'.repeat(40)}y.js`,
    '/assets/.fingerprint',
    '/assets/a\\b',
    '/player/assets/',
    '/player/assets/%00',
    '/smart-classroom/%00',
    '/smart-classroom/..%2fapp.html',
    '/smart-classroom/no/',
  ])('[S22] %s is no file, and no fault of ours', async (path) => {
    for (const encoding of ['accept-encoding: identity', 'accept-encoding: br, gzip']) {
      const answer = await ask(server.url, path, ['host: 127.0.0.1', encoding])
      expect(answer).toMatch(/^HTTP\/1\.1 4(00|04|14) /)
      expect(answer).toContain('"requestId"')
      expect(answer).not.toMatch(/node_modules|\bat .*:\d+/)
    }
  })

  it('[S22] existing files are served as before', async () => {
    for (const path of [
      '/assets/app-1.js',
      '/assets/app-1.js?x',
      '/assets/folder/inner-1.js',
      '/player/assets/player-1.js',
    ])
      expect(await ask(server.url, path)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask(server.url, '/smart-classroom/')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask(server.url, '/smart-classroom/index.html')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('[S21] HEAD of a stored file says what GET does, its length too', async () => {
    const { items } = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    const url = server.url + items.find((item) => item.url.startsWith('/media/'))?.url
    const whole = await fetch(url)
    const bytes = await whole.arrayBuffer()
    const head = await fetch(url, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(bytes.byteLength))
    for (const name of ['etag', 'content-type', 'accept-ranges', 'cache-control'])
      expect(head.headers.get(name)).toBe(whole.headers.get(name))
    const part = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-9' } })
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '10'])
  })

  it('[S22] a tag that a proxy has made weak is known as well', async () => {
    const { items } = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    const media = items.find((item) => item.url.startsWith('/media/'))?.url ?? ''
    for (const path of [MANIFEST, media, '/api/openapi.json']) {
      const tag = (await fetch(server.url + path)).headers.get('etag')?.replace(/^W\//, '') ?? ''
      expect(tag).toMatch(/^"/)
      for (const known of [tag, `W/${tag}`, `"other", W/${tag}`, '*']) {
        const again = await fetch(server.url + path, { headers: { 'if-none-match': known } })
        expect([path, known, again.status]).toEqual([path, known, 304])
      }
      const other = await fetch(server.url + path, { headers: { 'if-none-match': `W/"other"` } })
      expect(other.status).toBe(200)
    }
  })

  const status = (answer: string) => Number(answer.slice(9, 12))

  it.each([
    'evil.example',
    'evil.example:80',
    'signage.example.org.evil.example',
    'xsignage.example.org',
    'signage.example.org@evil.example',
    'a b',
    '',
  ])('[B79] pages and calls asked for by the name "%s" are misdirected', async (host) => {
    for (const path of ['/', '/dashboard', '/login', '/api/session', '/api/nothing', '/no/page']) {
      const answer = await ask(named.url, path, [`host: ${host}`])
      expect(status(answer)).toBe(421)
      expect(answer).not.toContain('app.html')
    }
    expect(
      status(await ask(named.url, '/dashboard', [`host: ${host}`, 'x-forwarded-host: signage.example.org'])),
    ).not.toBe(200)
  })

  it.each([
    'signage.example.org',
    'SIGNAGE.example.org:443',
    'cdn.example.org',
    '192.0.2.7:3000',
    '[2001:db8::1]',
    'localhost:3000',
  ])('[B79] asked by "%s" it answers', async (host) => {
    expect(status(await ask(named.url, '/dashboard', [`host: ${host}`]))).toBe(200)
  })

  it('[S44] the worker of the player is compressed, and not sent again to whoever has it', async () => {
    for (const path of ['/display/sw.js', '/screen/sw.js']) {
      const first = await fetch(server.url + path, { headers: { 'accept-encoding': 'gzip' } })
      expect([first.headers.get('content-encoding'), (await first.text()).length]).toEqual(['gzip', 3_505])
      const tag = first.headers.get('etag') ?? ''
      const again = await fetch(server.url + path, { headers: { 'if-none-match': tag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
  })

  it('[B79] a screen goes on by any name, so do machines that watch, and a trusted proxy asks as it likes', async () => {
    const { items } = (await named.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    const media = items.find((item) => item.url.includes('/media/'))?.url ?? ''
    const paths = [
      '/display/vnr/?id=ece',
      '/display/sw.js',
      '/player/assets/player-1.js',
      MANIFEST,
      '/api/time',
      '/healthz',
      '/readyz',
    ]
    for (const path of [...paths, new URL(media, named.url).pathname])
      expect([path, status(await ask(named.url, path, ['host: screens.lan']))]).toEqual([path, 200])
    const proxied = ['host: upstream', 'x-forwarded-for: 192.0.2.9']
    expect(status(await ask(named.url, '/dashboard', proxied))).toBe(200)
    expect(status(await ask(server.url, '/dashboard', ['host: any.example']))).toBe(200)
  })
})
