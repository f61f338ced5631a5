import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ScreenReport } from '@placard/contract'
import sharp from 'sharp'
import type { Victim } from './protocol.ts'

/** Of each abuse. */
export const CONNECTIONS = 8
const HOST = '127.0.0.1'
/** Each abuse comes from a network of its own, as far as the server knows: they share no bound. */
const FROM = 'x-forwarded-for'
const JSON_BODY = { 'content-type': 'application/json' }

/** Once, on one of its connections. @returns the answer's status, or what became of the connection */
export type Attack = () => Promise<string>
type Asking = { method: string; path: string; headers?: Record<string, string>; body?: string | Buffer }
type Abuse = {
  /** The finding of docs/reliability/found.md that it tries. */
  id: string
  title: string
  prepare(victim: Victim, ask: (asking: Asking) => Promise<string>): Attack | Promise<Attack>
}

export const ABUSES: readonly Abuse[] = [
  {
    id: 'S1',
    title: 'requests on streams',
    prepare: (victim) => () => pipeline(victim),
  },
  {
    id: 'S2',
    title: 'going back and pages of the activity',
    prepare: (victim, ask) => {
      let turn = 0
      return () => {
        turn += 1
        if (turn % 2 === 0)
          return ask({ method: 'GET', path: `${victim.activityPath}?kind=changes`, headers: victim.viewer })
        const revision = victim.revisions[turn % victim.revisions.length]
        const headers = { ...victim.editor, ...JSON_BODY, 'if-match': '*' }
        return ask({ method: 'POST', path: victim.restorePath, headers, body: JSON.stringify({ revision }) })
      }
    },
  },
  {
    id: 'S5',
    title: 'bodies that drip',
    prepare: (victim) => () => drip(victim),
  },
  {
    id: 'S7',
    title: 'passwords that are hard to judge',
    prepare: (victim, ask) => () => {
      const body = { email: `${randomUUID()}@stranger.example`, password: 'aB1!'.repeat(64) }
      return ask({ method: 'POST', path: victim.signUpPath, headers: JSON_BODY, body: JSON.stringify(body) })
    },
  },
  {
    id: 'S9',
    title: 'pictures that are hard to read',
    async prepare(victim, ask) {
      // The most pixels that are taken, in a few kB.
      const picture = await sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#777' } })
        .png()
        .toBuffer()
      const headers = { ...victim.editor, 'content-type': 'image/png' }
      return () => ask({ method: 'POST', path: victim.uploadPath, headers, body: picture })
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
    title: 'screens that are none',
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
    title: 'tries that are too many',
    prepare: (victim, ask) => () => ask(signIn(victim, '192.0.2.18', 'owner@hall-0.example')),
  },
  {
    id: 'S27',
    title: 'moves without end',
    prepare(victim, ask) {
      let turn = 0
      return () => {
        turn += 1
        const direction = turn % 2 === 0 ? 'up' : 'down'
        const headers = { ...victim.editor, ...JSON_BODY }
        return ask({ method: 'POST', path: victim.movePath, headers, body: JSON.stringify({ direction }) })
      }
    },
  },
]

function signIn(victim: Victim, from: string, email = 'admin@vnr.example'): Asking {
  const body = JSON.stringify({ email, password: 'not the pass phrase of anybody' })
  return { method: 'POST', path: victim.signInPath, headers: { ...JSON_BODY, [FROM]: from }, body }
}

/** Asks over connections of the abuse's own, which are kept. @param from the network that it comes from */
export function createAsking(port: number, from: string): (asking: Asking) => Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const page = { origin: `http://${HOST}:${port}`, 'x-requested-with': 'placard' }
  return ({ method, path, headers, body }) =>
    new Promise((resolve) => {
      const all = { ...page, [FROM]: from, ...headers, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) }
      const call = request({ host: HOST, port, method, path, headers: all, agent }, (response) => {
        response.resume()
        response.once('end', () => resolve(String(response.statusCode)))
        response.once('error', () => resolve('cut'))
      })
      call.once('error', () => resolve('cut'))
      call.end(body)
    })
}

/** A stream, with two hundred requests behind the one for it, and as many again once it is open. */
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

/** Until it is cut. */
async function drip({ port }: Victim): Promise<string> {
  const socket = open(port)
  socket.write(`POST /api/nothing HTTP/1.1\r\nhost: ${HOST}\r\n${FROM}: 192.0.2.5\r\ncontent-length: 60000\r\n\r\n`)
  while (!socket.destroyed) {
    await sleep(100)
    if (socket.writable) socket.write('x')
  }
  return 'cut'
}

/** Left open: the next one takes a place more. */
function holdStream({ port, dashboardStreamPath, viewer }: Victim): Promise<string> {
  const socket = open(port)
  const headers = Object.entries({ ...viewer, [FROM]: '192.0.2.11' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${dashboardStreamPath} HTTP/1.1\r\nhost: ${HOST}\r\n${headers.join('')}\r\n`)
  return new Promise((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1', 9, 12)))
    socket.once('close', () => resolve('cut'))
  })
}

function open(port: number): Socket {
  const socket = connect({ host: HOST, port })
  socket.on('error', () => {})
  // Read, or the end of the connection would not be heard of.
  socket.resume()
  return socket
}
