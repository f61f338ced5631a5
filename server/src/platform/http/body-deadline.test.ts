import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf } from '@placard/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { type BareSocket, openBareSocket, requestText } from '../../testing/bare-socket.ts'
import { enterAs } from '../../testing/people.ts'
import { createClient, startTestServer } from '../../testing/server.ts'
import { freePort, isServing, runServer, type ServerProcess } from '../../testing/server-process.ts'
import { createHttpServer } from './server.ts'

const JSON_TYPE = 'content-type: application/json'
const OURS = ['origin: http://127.0.0.1', 'x-requested-with: placard']
const ANNOUNCED = 'content-length: 5000'
const LINES = pathOf('createLine', SAMPLE_DISPLAY)
const PASSWORD = 'a pass phrase for tests'

/** Each begins with a head that announces a body. None may hold its connection for the twenty minutes of an upload. */
const DRIPPING: [what: string, head: string][] = [
  ['no address', requestText('POST', '/api/nothing', [JSON_TYPE, ANNOUNCED, ...OURS])],
  ['no address, from elsewhere', requestText('POST', '/nothing', [JSON_TYPE, ANNOUNCED])],
  ['another method', requestText('PUT', LINES, [JSON_TYPE, ANNOUNCED, ...OURS])],
  ['OPTIONS', requestText('OPTIONS', LINES, [JSON_TYPE, ANNOUNCED])],
  ['reading', requestText('GET', '/api/time', [JSON_TYPE, ANNOUNCED])],
  ['removing', requestText('DELETE', `${LINES}/x`, [JSON_TYPE, ANNOUNCED, ...OURS])],
  ['a command of nobody', requestText('POST', LINES, [JSON_TYPE, ANNOUNCED, ...OURS])],
  ['a command', requestText('POST', '/api/session', [JSON_TYPE, ANNOUNCED, ...OURS])],
  [
    'a command in chunks',
    `${requestText('POST', '/api/session', [JSON_TYPE, 'transfer-encoding: chunked', ...OURS])}FFF\r\n`,
  ],
  ['a file', requestText('GET', '/media/nothing.png', [ANNOUNCED])],
  ['a page', requestText('GET', '/dashboard', [ANNOUNCED])],
  ['an asset', requestText('POST', '/assets/x.js', [JSON_TYPE, ANNOUNCED, ...OURS])],
  ['no readable address', requestText('POST', '/%zz', [JSON_TYPE, ANNOUNCED])],
  ['something impossible expected', requestText('POST', LINES, [JSON_TYPE, ANNOUNCED, 'expect: miracles'])],
  ['a stream', requestText('GET', pathOf('streamManifest', SAMPLE_DISPLAY), [ANNOUNCED])],
]

describe('a body that takes its time', () => {
  let dataDir: string
  let url: string
  let running: ServerProcess

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'placard-body-'))
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    running = runServer({ port, dataDir }, { SEED_ADMIN_EMAIL: 'admin@vnr.example', SEED_ADMIN_PASSWORD: PASSWORD })
    await isServing(running)
  })
  afterAll(async () => {
    running.server.kill('SIGKILL')
    await running.exit
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Sends a byte now and then until the connection ends. */
  function drip(head: string): BareSocket {
    const one = openBareSocket(url)
    one.send(head)
    const timer = setInterval(() => one.send(' '), 500)
    one.socket.once('close', () => clearInterval(timer))
    return one
  }

  it('[S5] a body that drips does not hold its connection, whatever it was sent to, and is no fault of ours', async () => {
    await Promise.all(DRIPPING.map(([, head]) => drip(head).closed))
    const late = drip(requestText('POST', '/api/session', [JSON_TYPE, ANNOUNCED, ...OURS]))
    await late.closed
    expect(late.received()).toMatch(/^HTTP\/1\.1 408 /)
    expect(await createClient(url).call('getTime', { params: {} })).toMatchObject({ status: 200 })
    // A slow machine may have logged a warning about load.
    expect(running.output()).not.toMatch(/"level":[56]0|aborted|ALREADY_SENT/)
  })

  it('[S5] a client that leaves in the middle of a body is not an error of the server', async () => {
    const admin = createClient(url)
    const body = { email: 'admin@vnr.example', password: PASSWORD }
    expect((await admin.call('signIn', { params: {}, body })).status).toBe(200)
    const mine = [...OURS, `cookie: ${admin.cookie()}`]
    const { organisationId } = SAMPLE_DISPLAY
    const begun = await fetch(url + pathOf('createUpload', { organisationId }), {
      method: 'POST',
      headers: {
        cookie: admin.cookie(),
        origin: url,
        'x-requested-with': 'placard',
        'tus-resumable': '1.0.0',
        'upload-length': '5000',
      },
    })
    expect(begun.status).toBe(201)
    const piece = ['tus-resumable: 1.0.0', 'upload-offset: 0', 'content-type: application/offset+octet-stream']
    const heads = [
      requestText('POST', LINES, [JSON_TYPE, ANNOUNCED, ...mine], '{'),
      requestText(
        'POST',
        pathOf('uploadMedia', { organisationId }),
        ['content-type: image/png', ANNOUNCED, ...mine],
        'x',
      ),
      requestText('PATCH', begun.headers.get('location') ?? '', [...piece, ANNOUNCED, ...mine], 'xxx'),
      requestText('DELETE', `${LINES}/x`, [JSON_TYPE, ANNOUNCED, ...mine], '{'),
      requestText('POST', '/api/nothing', [JSON_TYPE, ANNOUNCED, ...mine], '{'),
    ]
    for (const head of heads) {
      const one = openBareSocket(url)
      one.send(head)
      // This is answered later on the same event loop, so the head has been read.
      expect((await admin.call('getTime', { params: {} })).status).toBe(200)
      one.close()
      await one.closed
    }
    for (let asked = 0; asked < 5; asked += 1) await admin.call('getTime', { params: {} })
    // A slow machine may have logged a warning about load.
    expect(running.output()).not.toMatch(/"level":[56]0|aborted|ALREADY_SENT/)
  })
})

const QUIET = {
  publicUrl: undefined,
  mediaUrl: undefined,
  trustedProxies: [],
  refusalsAtOnce: 100,
  logLevel: 'silent' as const,
}

it('[AS1] a call from inside the process, refused before its body was read, leaves no clock running', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const app = createHttpServer(QUIET)
  try {
    const answer = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(answer.statusCode).toBe(403)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
    await app.close()
  }
})

describe('an answer that nobody waits for any more', () => {
  it('a file that breaks off while a client waits for it is an error of the server, and one that nobody waits for is not', async () => {
    const app = createHttpServer(QUIET)
    const told: string[] = []
    app.addHook('onRequest', async (request) => {
      request.log.error = (_about: unknown, code?: string) => void told.push(String(code))
    })
    app.get('/file', async (request, reply) => {
      const file = createReadStream(import.meta.filename)
      const { gone } = request.query as { gone?: string }
      file.once('open', () => (gone ? request.raw.socket.destroy() : file.destroy()))
      return reply.send(file)
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const gone = openBareSocket(url)
    gone.send(requestText('GET', '/file?gone=1'))
    await gone.closed
    expect(told).toEqual([])
    const stays = openBareSocket(url)
    stays.send(requestText('GET', '/file'))
    await stays.hears('HTTP/1.1')
    expect(told).toEqual(['internal'])
    stays.close()
    await app.close()
  })
})

describe('a body that was held back', () => {
  it('[S6] its sender’s rights are asked again when it is there: who was removed meanwhile changes nothing', async () => {
    const server = await startTestServer()
    const admin = await server.signIn()
    const { body: made } = await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'Stays' } })
    const { client, email } = await enterAs(server, 'removed', { role: 'editor' })
    const mine = [...OURS, `cookie: ${client.cookie()}`, JSON_TYPE]
    const path = `${pathOf('removeLine', { ...SAMPLE_DISPLAY, lineId: made.line.id })}`
    const texts = async () =>
      (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body.lines.map(({ text }) => text)

    const held = [
      { head: requestText('DELETE', path, [...mine, 'if-match: *', 'content-length: 2']), rest: '{}' },
      { head: requestText('POST', LINES, [...mine, 'content-length: 16']), rest: '{"text":"Other"}' },
    ].map(({ head, rest }) => {
      const one = openBareSocket(server.url)
      one.send(head)
      return { one, rest }
    })
    // The request is admitted and waits for its body.
    for (let asked = 0; asked < 3; asked += 1) await client.call('getSession', { params: {} })
    await server.app.accounts.endSessions(email)
    for (const { one, rest } of held) {
      one.send(rest)
      await one.hears('HTTP/1.1 401')
      one.close()
    }
    expect(await texts()).toContain('Stays')
    expect(await texts()).not.toContain('Other')
    await server.close()
  })
})
