import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LineId, pathOf } from '@placard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { openBareSocket, requestText } from '../../testing/bare-socket.ts'
import { type Client, createClient } from '../../testing/server.ts'
import { freePort, isServing, runServer, type ServerProcess } from '../../testing/server-process.ts'

const EMAIL = 'admin@vnr.example'
const PASSWORD = 'a pass phrase for tests'
const TIME = '/api/time'
const LINES = pathOf('createLine', SAMPLE_DISPLAY)
const POST = ['content-type: application/json', 'origin: http://127.0.0.1', 'x-requested-with: placard']

/** Requests after the one for a stream. Normally, Node or Placard would answer each of them. */
const SECONDS: [what: string, text: (stream: string) => string][] = [
  ['a request', () => requestText('GET', TIME)],
  ['a HEAD', () => requestText('HEAD', TIME)],
  ['the same stream again', (stream) => requestText('GET', stream)],
  ['a HEAD of the stream', (stream) => requestText('HEAD', stream)],
  ['what is not found', () => requestText('GET', '/api/nothing')],
  ['a page', () => requestText('GET', '/display/vnr/?id=ece')],
  ['an address that is none', () => requestText('GET', '/%zz')],
  ['a wish to close', () => requestText('GET', TIME, ['connection: close'])],
  ['a command', () => requestText('POST', '/api/session', [...POST, 'content-length: 2'], '{}')],
  ['half a command', () => requestText('POST', '/api/session', [...POST, 'content-length: 100'], '{')],
  ['half a head', () => `GET ${TIME} HTTP/1.1\r\nhost:`],
  ['no host', () => `GET ${TIME} HTTP/1.1\r\n\r\n`],
  ['the older HTTP', () => `GET ${TIME} HTTP/1.0\r\n\r\n`],
  ['something expected', () => requestText('GET', TIME, ['expect: 100-continue'])],
  ['the impossible expected', () => requestText('GET', TIME, ['expect: miracles'])],
  ['another protocol', () => requestText('GET', TIME, ['connection: upgrade', 'upgrade: websocket'])],
  ['a tunnel', () => 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n'],
  ['no HTTP', () => '\u0000\u0001\u0002 nonsense\r\n\r\n'],
  ['many requests', () => requestText('GET', TIME).repeat(30)],
  ['a flood of requests', () => requestText('GET', TIME).repeat(200)],
]
/** These are not waited for: the connection and its stream end. */
const ENDING = new Set(['half a head', 'a tunnel', 'no HTTP', 'a flood of requests'])

describe('a connection that has become a stream', () => {
  let dataDir: string
  let url: string
  let running: ServerProcess
  let admin: Client

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'placard-taken-over-'))
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    running = runServer(
      { port, dataDir },
      { SEED_ADMIN_EMAIL: EMAIL, SEED_ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn' },
    )
    await isServing(running)
    admin = createClient(url)
    const signedIn = await admin.call('signIn', { params: {}, body: { email: EMAIL, password: PASSWORD } })
    expect(signedIn.status).toBe(200)
  })
  afterAll(async () => {
    running.server.kill('SIGKILL')
    await running.exit
    await rm(dataDir, { recursive: true, force: true })
  })

  let lines = 0
  let lineId: LineId | undefined
  /** @returns the text of a line that exists until the next change: changes in quick succession share one event. */
  async function change(): Promise<string> {
    if (lineId !== undefined) await admin.call('removeLine', { params: { ...SAMPLE_DISPLAY, lineId } })
    lines += 1
    const text = `line ${lines} of the test`
    const { body, status } = await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text } })
    expect(status).toBe(201)
    lineId = body.line.id
    return text
  }

  async function answersOthers(): Promise<void> {
    const { status } = await createClient(url).call('getManifest', { params: SAMPLE_DISPLAY })
    expect(status).toBe(200)
    expect(running.server.exitCode).toBeNull()
  }

  const STREAMS = {
    'a screen’s stream': () => ({ path: pathOf('streamManifest', SAMPLE_DISPLAY), lines: [] as string[] }),
    'a dashboard’s stream': () => ({
      path: pathOf('streamProgramme', SAMPLE_DISPLAY),
      lines: [`cookie: ${admin.cookie()}`],
    }),
  }

  describe.each(Object.entries(STREAMS))('%s', (_kind, stream) => {
    it.each(SECONDS)(
      '[S1] a request on a stream’s socket is never answered: %s, in a packet of its own',
      async (_what, second) => {
        const { path, lines } = stream()
        const one = openBareSocket(url)
        one.send(requestText('GET', path, lines))
        await one.hears('event: ')
        one.send(second(path))
        // The stream continues.
        await one.hears(await change())
        one.send(second(path))
        await one.hears(await change())
        expect(one.received().split('HTTP/1.1')).toHaveLength(2)
        await answersOthers()
        one.close()
      },
    )

    it.each(SECONDS)(
      '[S1] a request on a stream’s socket is never answered: %s, in the same packet',
      async (what, second) => {
        const { path, lines } = stream()
        const one = openBareSocket(url)
        one.send(requestText('GET', path, lines) + second(path))
        if (!ENDING.has(what)) {
          await one.hears('event: ')
          one.send(second(path))
          await one.hears(await change())
          expect(one.received().split('HTTP/1.1')).toHaveLength(2)
        } else await one.closed
        await answersOthers()
        one.close()
      },
    )

    it('[S1] a request in the same packet, behind the body of the first, is never answered', async () => {
      const { path, lines } = stream()
      // With another listener, the next one need not wait for a read.
      const before = openBareSocket(url)
      before.send(requestText('GET', path, lines))
      await before.hears('event: ')
      const one = openBareSocket(url)
      const body = '10\r\n{"text":"typed"}\r\n0\r\n\r\n'
      const rest = requestText('GET', TIME) + requestText('POST', LINES, [...POST, 'content-length: 2'], '{}')
      one.send(requestText('GET', path, [...lines, 'transfer-encoding: chunked'], body) + rest.repeat(3))
      await one.hears('event: ')
      await one.hears(await change())
      expect(one.received().split('HTTP/1.1')).toHaveLength(2)
      await answersOthers()
      one.close()
      before.close()
    })

    it('[S1] a stream behind another request is served in its turn, and requests behind the stream never', async () => {
      const { path, lines } = stream()
      const one = openBareSocket(url)
      const before = requestText('GET', '/api/nothing') + requestText('GET', TIME)
      one.send(before + requestText('GET', path, lines) + requestText('GET', TIME))
      await one.hears('event: ')
      await one.hears(await change())
      expect(one.received().match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['404', '200', '200'])
      await answersOthers()
      one.close()
    })

    it('[S1] a HEAD of it is answered, and the connection serves on; a display that is not there ends it with its answer', async () => {
      const { path, lines } = stream()
      const one = openBareSocket(url)
      one.send(requestText('HEAD', path, lines))
      await one.hears('HTTP/1.1 405')
      one.send(requestText('GET', path.replace('/ece/', '/nope/'), lines) + requestText('GET', TIME))
      await one.hears('HTTP/1.1 404')
      await one.closed
      expect(one.received().match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['405', '404'])
      await answersOthers()
    })

    it('[S1] the other end’s goodbye is heard, with requests on the way', async () => {
      const { path, lines } = stream()
      const one = openBareSocket(url)
      one.send(requestText('GET', path, lines) + requestText('GET', TIME))
      await one.hears('event: ')
      one.socket.end(requestText('GET', TIME))
      await one.closed
      await answersOthers()
    })
  })
})
