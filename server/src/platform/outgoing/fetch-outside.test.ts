import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createResolve, fetchOutside, OPEN_NETWORK, type Outside, type OutsideOptions } from './fetch-outside.ts'

const OPTIONS: OutsideOptions = {
  maxBytes: 100_000,
  beyond: 'failure',
  timeoutMs: 10_000,
  maxRedirects: 5,
  accept: 'text/html',
}
/** OUT stands for the public internet. The canary at INSIDE stands for everything else, on the same port. */
const OUT = '127.0.0.1'
const INSIDE = '127.0.0.2'

let answer: RequestListener
let server: Server
let canary: Server
let visits = 0
let port = 0
const endless = new Set<ReturnType<typeof setInterval>>()

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, OUT, resolve))
  port = (server.address() as AddressInfo).port
  canary = createServer((_, response) => response.end('secret'))
  canary.on('connection', () => {
    visits += 1
  })
  await new Promise<void>((resolve) => canary.listen(port, INSIDE, resolve))
})
beforeEach(() => {
  visits = 0
})
afterAll(async () => {
  for (const timer of endless) clearInterval(timer)
  server.closeAllConnections()
  await Promise.all([server, canary].map((one) => new Promise((resolve) => one.close(resolve))))
})

const outside = (more: Partial<Outside> = {}): Outside => ({
  ...OPEN_NETWORK,
  isPublic: (address) => address === OUT,
  ports: [port],
  ...more,
})
const ask = (path = '/', options: Partial<OutsideOptions> = {}, more: Partial<Outside> = {}) =>
  fetchOutside(path.startsWith('/') ? `http://${OUT}:${port}${path}` : path, { ...OPTIONS, ...options }, outside(more))

it('[B70] asks by the name, for the whole path, and says who asks; nothing else goes along', async () => {
  let heard: { url: string | undefined; headers: Record<string, unknown> } | undefined
  answer = ({ url, headers }, response) => {
    heard = { url, headers }
    response.end('hello')
  }
  const resolve = async () => [OUT]
  const got = await ask(`http://rota.example:${port}/a?b=c#d`, {}, { resolve })
  expect(got).toMatchObject({ failure: undefined, status: 200, url: `http://rota.example:${port}/a?b=c` })
  expect(heard?.url).toBe('/a?b=c')
  expect(Object.keys(heard?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
  expect(heard?.headers).toMatchObject({ host: `rota.example:${port}`, accept: 'text/html' })
  expect(heard?.headers['user-agent']).toContain('Placard')
})

it('[B70] a proxy of the environment is not asked', async () => {
  answer = (_, response) => response.end('hello')
  const before = process.env.http_proxy
  process.env.http_proxy = `http://${INSIDE}:${port}`
  try {
    expect(await ask()).toMatchObject({ failure: undefined })
  } finally {
    if (before === undefined) delete process.env.http_proxy
    else process.env.http_proxy = before
  }
  expect(visits).toBe(0)
})

it('[B71] a name is resolved once, and the connection goes to the address that was judged', async () => {
  answer = (_, response) => response.end('hello')
  const answers = [[OUT], [INSIDE], [INSIDE]]
  let asked = 0
  const resolve = async () => answers[asked++] ?? []
  expect(await ask(`http://rebinding.example:${port}/`, {}, { resolve })).toMatchObject({
    failure: undefined,
    status: 200,
  })
  expect(asked).toBe(1)
  expect(visits).toBe(0)
})

it('[B71] a name with one address inside is not asked at any', async () => {
  answer = (_, response) => response.end('hello')
  const resolve = async () => [OUT, INSIDE]
  expect(await ask(`http://both.example:${port}/`, {}, { resolve })).toMatchObject({ failure: 'address-not-allowed' })
  expect(visits).toBe(0)
})

it('[B71] a name that leads nowhere, or whose servers never say where, has an end', async () => {
  expect(await ask(`http://none.example:${port}/`, {}, { resolve: async () => [] })).toMatchObject({
    failure: 'unreachable',
  })
  const fails = async () => Promise.reject(new Error('ENOTFOUND'))
  expect(await ask(`http://none.example:${port}/`, {}, { resolve: fails })).toMatchObject({ failure: 'unreachable' })
  const never = () => new Promise<string[]>(() => {})
  expect(await ask(`http://slow.example:${port}/`, { timeoutMs: 50 }, { resolve: never })).toMatchObject({
    failure: 'too-slow',
  })
})

it.each([
  ['an address inside', () => `http://${INSIDE}:${port}/`],
  ['one inside, written as a number', () => `http://2130706434:${port}/`],
  ['another port', () => `http://${OUT}:1/`],
  ['a file', () => 'file:///etc/passwd'],
  ['another protocol', () => `gopher://${OUT}:${port}/`],
  ['a name and a password', () => `http://a:b@${OUT}:${port}/`],
])('[B72] a redirect to %s is not followed', async (_, to) => {
  answer = (_, response) => response.writeHead(302, { location: to() }).end()
  expect(await ask()).toMatchObject({ failure: 'address-not-allowed' })
  expect(visits).toBe(0)
})

it('[B72] five redirects are followed, and no sixth', async () => {
  const hops = (most: number) => {
    let count = 0
    answer = (_, response) => {
      count += 1
      if (count > most) response.end('there')
      else response.writeHead(302, { location: `/${count}` }).end()
    }
    return ask()
  }
  expect(await hops(5)).toMatchObject({ failure: undefined, url: `http://${OUT}:${port}/5` })
  expect(await hops(6)).toMatchObject({ failure: 'too-many-redirects' })
  expect(await hops(Number.POSITIVE_INFINITY)).toMatchObject({ failure: 'too-many-redirects' })
})

it('[B72] one that leads nowhere is an answer like any other', async () => {
  answer = (_, response) => response.writeHead(302, { location: 'http://[' }).end()
  expect(await ask()).toMatchObject({ failure: undefined, status: 302 })
})

it('[B73] an endless body ends at the bound: as a failure, or as its beginning', async () => {
  answer = (_, response) => {
    const go = () => {
      while (response.write('x'.repeat(10_000)));
    }
    response.on('drain', go)
    go()
  }
  expect(await ask()).toMatchObject({ failure: 'too-large' })
  const got = await ask('/', { beyond: 'beginning' })
  expect(got.failure === undefined && got.body.length).toBe(OPTIONS.maxBytes)
})

it('[B73] the limit counts unpacked bytes', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  expect(await ask()).toMatchObject({ failure: 'too-large' })
  const got = await ask('/', { beyond: 'beginning' })
  expect(got.failure === undefined && got.body.length).toBe(OPTIONS.maxBytes)
})

it('[B73] data that cannot be unpacked, or is cut off, is not an answer', async () => {
  answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed at all')
  expect(await ask()).toMatchObject({ failure: 'unreachable' })
  answer = (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(9_999)).subarray(0, 20))
  expect(await ask()).toMatchObject({ failure: 'unreachable' })
})

it.each([
  ['a body of a drop a moment', false],
  ['a head that never comes', true],
])('[B73] %s is given up after its time', async (_, isSilent) => {
  answer = (_, response) => {
    if (isSilent) return
    const timer = setInterval(() => response.write('x'), 10)
    endless.add(timer)
    response.on('close', () => clearInterval(timer))
  }
  expect(await ask('/', { timeoutMs: 300 })).toMatchObject({ failure: 'too-slow' })
  if (!isSilent)
    expect(await ask('/', { timeoutMs: 300, beyond: 'beginning' })).toMatchObject({ failure: undefined, status: 200 })
})

/** A server that sends exactly these bytes. */
async function says(text: string, isOver = true): Promise<{ url: string; close: () => void }> {
  const raw = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => (isOver ? socket.end(text) : socket.write(text)))
  })
  await new Promise<void>((resolve) => raw.listen(0, OUT, resolve))
  const at = (raw.address() as AddressInfo).port
  return { url: `http://${OUT}:${at}/`, close: () => raw.close() }
}

it.each([
  ['a length that is longer than the body', 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nshort', 'unreachable'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 'unreachable'],
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n', 'unreachable'],
  ['a head beyond all bounds', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 'too-large'],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 'unreachable'],
])('[B73] %s is no answer', async (_, text, failure) => {
  const { url, close } = await says(text)
  try {
    expect(await ask(url, {}, { ports: [Number(new URL(url).port)] })).toMatchObject({ failure })
  } finally {
    close()
  }
})

/** A name server for tests. It is silent, or answers that the name does not exist (RFC 1035, 4.1.1). */
async function nameServer(isSilent: boolean): Promise<{ servers: string[]; asked: () => number; close: () => void }> {
  const NO_SUCH_NAME = 0x8183
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (question, { port: from, address }) => {
    asked += 1
    if (isSilent) return
    question.writeUInt16BE(NO_SUCH_NAME, 2)
    socket.send(question, from, address)
  })
  socket.bind(0, OUT)
  await once(socket, 'listening')
  return { servers: [`${OUT}:${socket.address().port}`], asked: () => asked, close: () => socket.close() }
}
const NAMES = Array.from({ length: 40 }, (_, n) => `n${n}.test`)

it('[B139] names that are never answered hold up no others: the few threads of the process are not theirs', async () => {
  const { servers, asked, close } = await nameServer(true)
  let looked = 0
  const resolve = createResolve({
    servers,
    lookUp: async () => {
      looked += 1
      return []
    },
  })
  let given = 0
  const many = NAMES.map((name) =>
    resolve(name).catch(() => {
      given += 1
    }),
  )
  await expect.poll(asked).toBeGreaterThanOrEqual(NAMES.length)
  // Meanwhile a thread is free to look up a name that this machine knows.
  expect(await lookup('localhost')).toMatchObject({ address: expect.any(String) })
  expect(given).toBe(0)
  await Promise.all(many)
  close()
  expect({ given, looked }).toEqual({ given: NAMES.length, looked: 0 })
})

it('[B139] names that no name server knows are looked up here one at a time, and a name that this machine knows is found', async () => {
  const { servers, close } = await nameServer(false)
  let atOnce = 0
  let most = 0
  const looked: string[] = []
  const resolve = createResolve({
    servers,
    lookUp: async (name) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      looked.push(name)
      await new Promise((done) => setTimeout(done, 5))
      atOnce -= 1
      if (name !== 'here') throw new Error('nobody knows it')
      return [{ address: INSIDE }]
    },
  })
  const here = resolve('here')
  const many = await Promise.allSettled(NAMES.map(resolve))
  close()
  expect(await here).toEqual([INSIDE])
  expect(many.every(({ status }) => status === 'rejected')).toBe(true)
  expect({ most, few: looked.length < NAMES.length }).toEqual({ most: 1, few: true })
})
