import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { PIECE_TYPE, ScreenReport, TUS_VERSION } from '@placard/contract'
import { easyPicture, hardPictures } from './pictures.ts'
import type { Victim } from './protocol.ts'

/** Number of connections of each abuse. */
export const CONNECTIONS = 8
const HOST = '127.0.0.1'
/** Each abuse comes from a network of its own, as far as the server knows, so they share no limit. */
const FROM = 'x-forwarded-for'
const JSON_BODY = { 'content-type': 'application/json' }
/** Number of entries in the log before pages of it are requested. */
const LONG_LOG = 2_000
/** A body, or the reading of an answer, is delayed for this long. */
const HELD_MS = 2_000
/** The characters of a pairing code that are tried: 16 of the 31, so that one byte gives two of them. */
const CODE_CHARACTERS = '23456789ABCDEFGH'

/** Runs the attack once, on one of its connections. @returns the answer's status, or what happened to the connection */
export type Attack = () => Promise<string>
type Asking = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  hears?(headers: IncomingHttpHeaders): void
}
type Ask = (asking: Asking) => Promise<string>
type Abuse = {
  /** The finding in docs/reliability/found.md that is tested. */
  id: string
  title: string
  prepare(victim: Victim, ask: Ask): Attack | Promise<Attack>
}

export const ABUSES: readonly Abuse[] = [
  {
    id: 'S1',
    title: 'requests on streams',
    prepare: (victim) => () => pipeline(victim),
  },
  {
    id: 'S2',
    title: 'going back, its effect and pages of the activity',
    prepare: (victim, ask) => {
      let turn = 0
      return () => {
        turn += 1
        const revision = victim.revisions[turn % victim.revisions.length]
        if (turn % 3 === 0)
          return ask({ method: 'GET', path: `${victim.activityPath}?kind=changes`, headers: victim.viewer })
        if (turn % 3 === 1)
          return ask({ method: 'GET', path: `${victim.restorePath}?revision=${revision}`, headers: victim.editor })
        const headers = { ...victim.editor, ...JSON_BODY, 'if-match': '*' }
        return ask({ method: 'POST', path: victim.restorePath, headers, body: JSON.stringify({ revision }) })
      }
    },
  },
  {
    id: 'S5',
    title: 'slow bodies',
    prepare: (victim) => () => drip(victim),
  },
  {
    id: 'S6',
    title: 'commands with delayed bodies',
    prepare: (victim) => () => holdBody(victim),
  },
  {
    id: 'S7',
    title: 'passwords that are expensive to judge',
    prepare: (victim, ask) => () => {
      const body = { email: `${randomUUID()}@stranger.example`, password: 'aB1!'.repeat(64) }
      return ask({ method: 'POST', path: victim.signUpPath, headers: JSON_BODY, body: JSON.stringify(body) })
    },
  },
  {
    id: 'S9',
    title: 'pictures that are expensive to decode',
    async prepare(victim, ask) {
      const pictures = await hardPictures()
      let turn = 0
      return () => {
        turn += 1
        const { type, bytes } = pictures[turn % pictures.length] ?? {}
        const headers = { ...victim.editor, 'content-type': type ?? '' }
        return ask({ method: 'POST', path: victim.uploadPath, headers, ...(bytes ? { body: bytes } : {}) })
      }
    },
  },
  {
    id: 'S11',
    title: 'dashboard streams of one viewer',
    prepare: (victim) => () => holdStream(victim),
  },
  {
    id: 'S12',
    title: 'wrong passwords',
    prepare: (victim, ask) => () => ask(signIn(victim, '192.0.2.12')),
  },
  {
    id: 'S13',
    title: 'wrong passwords from many networks',
    prepare: (victim, ask) => () => {
      const network = randomBytes(4).toString('hex')
      return ask(signIn(victim, `2001:db8:${network.slice(0, 4)}:${network.slice(4)}::1`))
    },
  },
  {
    id: 'S17',
    title: 'made-up screens',
    prepare(victim, ask) {
      const report = ScreenReport.parse({
        state: {
          doing: 'starting',
          build: 'none',
          viewport: { width: 1, height: 1 },
          rotation: 0,
          revision: 1,
          itemId: null,
          offline: 'unavailable',
          files: { kept: 0, of: 0 },
          full: false,
          broken: [],
          clockAheadMs: 0,
          upSeconds: 1,
          memoryMb: 1,
        },
        events: [],
      })
      const [before, after] = victim.reportPath
      return () => {
        const path = before + randomBytes(16).toString('hex') + after
        return ask({ method: 'POST', path, headers: JSON_BODY, body: JSON.stringify(report) })
      }
    },
  },
  {
    id: 'S18',
    title: 'tries above the limit',
    prepare: (victim, ask) => () => ask(signIn(victim, '192.0.2.18', 'owner@hall-0.example')),
  },
  {
    id: 'S19',
    title: 'pages of a long log',
    async prepare(victim, ask) {
      const moves = Array.from({ length: LONG_LOG }, (_, turn) => ask(move(victim, turn)))
      await Promise.all(moves)
      const narrowed = ['', '?kind=changes', '?kind=people', '?person=nobody@stranger.example']
      let turn = 0
      return () => {
        turn += 1
        const path = victim.activityPath + narrowed[turn % narrowed.length]
        return ask({ method: 'GET', path, headers: victim.viewer })
      }
    },
  },
  {
    id: 'S22',
    title: 'odd paths',
    prepare(_victim, ask) {
      const odd = ['/assets/%00', '/assets/%2e%2e/app.html', '/assets/%E0%A4%A', `/assets/${'x/'.repeat(40)}y.js`]
      let turn = 0
      return () => {
        turn += 1
        return ask({ method: 'GET', path: odd[turn % odd.length] ?? '/' })
      }
    },
  },
  {
    id: 'S23',
    title: 'uploads finished and removed at the same time',
    prepare: async (victim, ask) => {
      const picture = await easyPicture()
      return async () => {
        const { status, path } = await beginUpload(victim, ask, picture)
        if (path === undefined) return status
        const headers = { ...victim.editor, 'tus-resumable': TUS_VERSION }
        const [finished] = await Promise.all([
          ask({ method: 'POST', path: `${path}/media`, headers }),
          ask({ method: 'DELETE', path, headers }),
        ])
        return finished
      }
    },
  },
  {
    id: 'S24',
    title: 'abandoned uploads',
    prepare: (victim, ask) => async () => (await beginUpload(victim, ask, Buffer.alloc(30_000, 'x'), 60_000)).status,
  },
  {
    id: 'S27',
    title: 'endless moves',
    prepare(victim, ask) {
      let turn = 0
      return () => {
        turn += 1
        return ask(move(victim, turn))
      }
    },
  },
  {
    id: 'S28',
    title: 'clients that read nothing',
    prepare: (victim) => () => readNothing(victim),
  },
  {
    id: 'S34',
    title: 'beats in the name of a paired screen',
    prepare: (victim, ask) => () => {
      const body = JSON.stringify({ build: 'none', itemId: null, paintedMsAgo: 0 })
      return ask({ method: 'POST', path: victim.beatPath, headers: { ...JSON_BODY, [FROM]: inOne48() }, body })
    },
  },
  {
    id: 'S36',
    title: 'expensive calendars of one editor, pairing codes from a /48',
    prepare(victim, ask) {
      let turn = 0
      return () => {
        turn += 1
        if (turn % 2 === 0) {
          const body = JSON.stringify({ secret: null, width: 1_920, height: 1_080, timeZone: 'UTC' })
          return ask({ method: 'POST', path: victim.enterPath, headers: { ...JSON_BODY, [FROM]: inOne48() }, body })
        }
        const body = JSON.stringify({ url: `${victim.calendarsUrl}/costly/${randomUUID()}.ics` })
        return ask({ method: 'POST', path: victim.feedChecksPath, headers: { ...victim.editor, ...JSON_BODY }, body })
      }
    },
  },
  {
    id: 'S39',
    title: 'reports of plays',
    prepare: (victim, ask) => () =>
      ask({ method: 'GET', path: `${victim.playsPath}?from=2026-09-01&to=2026-11-30`, headers: victim.viewer }),
  },
  {
    id: 'S42',
    title: 'guessed pairing codes',
    prepare: (victim, ask) => () => {
      const code = randomBytes(3)
        .toString('hex')
        .replace(/./g, (digit) => CODE_CHARACTERS[Number.parseInt(digit, 16)] ?? '')
      return ask({ method: 'GET', path: victim.pairingPath + code, headers: victim.editor })
    },
  },
]

/** An address in one of the 65,536 networks of one provider's customer. */
function inOne48(): string {
  return `2001:db8:7:${randomBytes(2).toString('hex')}::1`
}

function signIn(victim: Victim, from: string, email = 'admin@vnr.example'): Asking {
  const body = JSON.stringify({ email, password: 'not the pass phrase of anybody' })
  return { method: 'POST', path: victim.signInPath, headers: { ...JSON_BODY, [FROM]: from }, body }
}

function move(victim: Victim, turn: number): Asking {
  const direction = turn % 2 === 0 ? 'up' : 'down'
  const headers = { ...victim.editor, ...JSON_BODY }
  return { method: 'POST', path: victim.movePath, headers, body: JSON.stringify({ direction }) }
}

/**
 * @param sizeBytes the whole size, if the piece is only a part
 * @returns `path`: of the upload, if there is one
 */
async function beginUpload(
  victim: Victim,
  ask: Ask,
  piece: Buffer,
  sizeBytes = piece.length,
): Promise<{ status: string; path: string | undefined }> {
  let path: string | undefined
  const headers = { ...victim.editor, 'tus-resumable': TUS_VERSION }
  const status = await ask({
    method: 'POST',
    path: victim.uploadsPath,
    headers: { ...headers, 'upload-length': String(sizeBytes) },
    hears({ location }) {
      path = location
    },
  })
  if (path === undefined) return { status, path }
  const first = { ...headers, 'content-type': PIECE_TYPE, 'upload-offset': '0' }
  return { status: await ask({ method: 'PATCH', path, headers: first, body: piece }), path }
}

/** Sends requests over persistent connections that only this abuse uses. @param from the network that it comes from */
export function createAsking(port: number, from: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const page = { origin: `http://${HOST}:${port}`, 'x-requested-with': 'placard' }
  return ({ method, path, headers, body, hears }) =>
    new Promise((resolve) => {
      const all = { ...page, [FROM]: from, ...headers, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) }
      const call = request({ host: HOST, port, method, path, headers: all, agent }, (response) => {
        hears?.(response.headers)
        response.resume()
        response.once('end', () => resolve(String(response.statusCode)))
        response.once('error', () => resolve('cut'))
      })
      call.once('error', () => resolve('cut'))
      call.end(body)
    })
}

/** A stream, with two hundred requests after the one for it, and as many again when it is open. */
async function pipeline({ port, streamPath }: Victim): Promise<string> {
  const socket = open(port)
  const asked = (path: string) => `GET ${path} HTTP/1.1\r\nhost: ${HOST}\r\n${FROM}: 192.0.2.1\r\n\r\n`
  socket.write(asked(streamPath))
  await sleep(50)
  socket.write(asked('/api/time').repeat(200))
  await sleep(50)
  socket.write(asked(streamPath).repeat(200))
  await sleep(50)
  const status = socket.destroyed ? 'cut' : 'held'
  socket.destroy()
  return status
}

/** Sends a body one byte at a time, until the connection is cut. */
async function drip({ port }: Victim): Promise<string> {
  const socket = open(port)
  socket.write(`POST /api/nothing HTTP/1.1\r\nhost: ${HOST}\r\n${FROM}: 192.0.2.5\r\ncontent-length: 60000\r\n\r\n`)
  while (!socket.destroyed) {
    await sleep(100)
    if (socket.writable) socket.write('x')
  }
  return 'cut'
}

/** Removes an item that does not exist, with a body that comes late, so the sender's rights are checked twice. */
async function holdBody({ port, removePath, editor }: Victim): Promise<string> {
  const socket = open(port)
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1', 9, 12)))
    socket.once('close', () => resolve('cut'))
  })
  const lines = linesOf({ ...editor, ...JSON_BODY, [FROM]: '192.0.2.6', 'content-length': '2' })
  socket.write(`DELETE ${removePath} HTTP/1.1\r\nhost: ${HOST}:${port}\r\n${lines}\r\n`)
  await sleep(HELD_MS)
  if (socket.writable) socket.write('{}')
  const status = await answer
  socket.destroy()
  return status
}

/** Requests a film thirty times, more than the system buffers between two ends, and reads none of it. */
async function readNothing({ port, filmPath }: Victim): Promise<string> {
  const socket = open(port).pause()
  socket.write(`GET ${filmPath} HTTP/1.1\r\nhost: ${HOST}\r\n${FROM}: 192.0.2.28\r\n\r\n`.repeat(30))
  await sleep(HELD_MS)
  socket.destroy()
  return 'held'
}

/** The connection stays open, so the next one takes a further place. */
function holdStream({ port, dashboardStreamPath, viewer }: Victim): Promise<string> {
  const socket = open(port)
  const lines = linesOf({ ...viewer, [FROM]: '192.0.2.11' })
  socket.write(`GET ${dashboardStreamPath} HTTP/1.1\r\nhost: ${HOST}\r\n${lines}\r\n`)
  return new Promise((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1', 9, 12)))
    socket.once('close', () => resolve('cut'))
  })
}

function linesOf(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

function open(port: number): Socket {
  const socket = connect({ host: HOST, port })
  socket.on('error', () => {})
  // Reading is necessary to notice the end of the connection.
  socket.resume()
  return socket
}
