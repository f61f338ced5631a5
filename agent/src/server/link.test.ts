import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AgentHello, AgentReport, type AgentVitals, type AgentWord } from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Link, openLink, type Word } from './link.ts'

const PATIENCE = { timeout: 10_000, interval: 5 }
const SECRET = 'a'.repeat(43)
const HELLO: AgentHello = { version: '1', machine: 'M', system: 'S', browser: 'B', panel: '', can: [], resolutions: [] }
const WORD = {
  id: 'a'.repeat(32),
  organisationId: 'vnr',
  displayId: 'ece',
  name: 'Reception',
  at: 0,
  tasks: [],
  panel: null,
  mayTakePictures: true,
}
/** A year ahead: the clock of the machine is wrong. */
const YEAR_MS = 365 * 24 * 60 * 60_000

type Asked = { path: string; headers: IncomingMessage['headers']; body: string }

let server: Server
let origin: string
let asked: Asked[]
let words: Word[]
/** The number of times that the server did not know the screen. */
let unknown: number
let link: Link
let secret: string | undefined
let said: string[]
/** The vital signs of the machine, and the number of times that they were read. */
let vitals: Partial<AgentVitals>
let read: number
/** Further fields of the server's words. */
let more: Partial<AgentWord>
let answer: (request: Asked, response: ServerResponse) => void

beforeEach(async () => {
  asked = []
  words = []
  unknown = 0
  secret = SECRET
  said = []
  vitals = {}
  read = 0
  more = {}
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body }
      asked.push(one)
      answer(one, response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  link.close()
  server.closeAllConnections()
  server.close()
})

function open(hello = HELLO, silentMs = 30_000, reportMs = 60_000): void {
  link = openLink({
    origin,
    secret: async () => secret,
    hello: async () => hello,
    vitals: async (clockOffsetMs) => {
      read += 1
      return { upSeconds: read, ...(clockOffsetMs !== undefined && { clockOffsetMs }), ...vitals }
    },
    onWord: (word) => void words.push(word),
    onUnknown: () => {
      unknown += 1
    },
    say: (line) => void said.push(line),
    pace: { askMs: 30, pairedMs: 20, retryMs: 10, reportMs, silentMs },
  })
}
const wordNow = (change: Partial<AgentWord> | object = {}) =>
  JSON.stringify({ ...WORD, at: Date.now() + YEAR_MS, ...more, ...change })
const reports = (): AgentReport[] =>
  asked.filter(({ path }) => path.endsWith('/reports')).map(({ body }) => JSON.parse(body))

/** As the server of the contract. */
function well({ path }: Asked, response: ServerResponse): void {
  if (path === '/api/screen/agent') response.end(wordNow())
  else if (path === '/api/screen/agent/live') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`event: agent\ndata: ${wordNow({ name: 'Renamed' })}\n\n`)
  } else response.writeHead(204).end()
}

describe('PX2 the connection to the server', () => {
  it('[F103] greets as its screen, follows the stream, and measures a clock that is wrong by a year', async () => {
    answer = well
    open()
    await vi.waitUntil(() => words.length === 2 && reports().length > 0, PATIENCE)
    expect(words.map(({ name }) => name)).toEqual(['Reception', 'Renamed'])
    expect(asked[0]).toMatchObject({
      path: '/api/screen/agent',
      headers: { cookie: `__Host-screen=${SECRET}; screen=${SECRET}`, origin, 'x-requested-with': 'placard' },
    })
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual(HELLO)
    const offsetMs = reports()[0]?.vitals?.clockOffsetMs ?? 0
    expect(Math.abs(offsetMs - YEAR_MS)).toBeLessThan(5_000)
  })

  it('an answer is sent until the server has it, events with their age', async () => {
    let refusals = 2
    answer = (one, response) => {
      if (one.path.endsWith('/reports') && reports().some(({ answers }) => answers.length > 0) && refusals > 0) {
        refusals -= 1
        response.writeHead(refusals ? 503 : 429, { 'retry-after': '0' }).end()
      } else well(one, response)
    }
    open()
    await vi.waitUntil(() => words.length > 0, PATIENCE)
    link.tell('browser-gone', 'signal SIGKILL')
    link.answer({ commandId: 'b'.repeat(32) as never, state: 'done', told: 'panel-on', detail: '' })
    await vi.waitUntil(() => reports().some(({ answers }) => answers.length > 0), PATIENCE)
    // The next report takes it along.
    link.report()
    await vi.waitUntil(
      () => refusals === 0 && reports().filter(({ answers }) => answers.length > 0).length >= 3,
      PATIENCE,
    )
    const count = reports().filter(({ answers }) => answers.length > 0).length
    link.report()
    await new Promise((done) => setTimeout(done, 60))
    expect(reports().filter(({ answers }) => answers.length > 0)).toHaveLength(count)
    const told = reports().flatMap(({ events }) => events)
    expect(told[0]).toMatchObject({ kind: 'browser-gone', detail: 'signal SIGKILL' })
    expect(told[0]?.agoMs).toBeLessThan(10_000)
  })

  it('PX5 vital signs that stay are sent as rarely as the server says, and a notable change at once', async () => {
    answer = well
    more = { reportMs: 3_600_000 }
    vitals = { temperatureC: 50, panel: { power: 'on', by: 'cec' } }
    const sent = () => reports().map(({ vitals: one }) => one)
    const readAgain = async () => {
      const before = read
      await vi.waitUntil(() => read >= before + 3, PATIENCE)
    }
    open(HELLO, 30_000, 20)
    await vi.waitUntil(() => sent().length === 1, PATIENCE)
    await readAgain()
    vitals = { ...vitals, temperatureC: 54 }
    await readAgain()
    expect(sent()).toHaveLength(1)
    vitals = { ...vitals, panel: { power: 'standby', by: 'cec' } }
    await vi.waitUntil(() => sent().length === 2, PATIENCE)
    await readAgain()
    expect(sent()).toHaveLength(2)
    expect(sent()[1]).toMatchObject({ temperatureC: 54, panel: { power: 'standby' } })
  })

  it('PX5 a server that says nothing about it gets them each time', async () => {
    answer = well
    open(HELLO, 30_000, 20)
    await vi.waitUntil(() => reports().length >= 4, PATIENCE)
  })

  it('PX5 after a greeting the vital signs are sent with the next reading: a server that was restarted may have lost them', async () => {
    answer = well
    more = { reportMs: 3_600_000 }
    open(HELLO, 30_000, 20)
    await vi.waitUntil(() => reports().length === 1 && read >= 3, PATIENCE)
    link.greet()
    await vi.waitUntil(() => reports().length === 2, PATIENCE)
  })

  it('[F132] vital signs that are asked for while others are being sent are sent as well', async () => {
    let release = () => {}
    answer = (one, response) => {
      if (one.path.endsWith('/reports') && reports().length === 1) release = () => void response.writeHead(204).end()
      else well(one, response)
    }
    vitals = { panel: { power: 'on' } }
    open()
    await vi.waitUntil(() => reports().length === 1, PATIENCE)
    // Somebody has switched the panel off meanwhile.
    vitals = { panel: { power: 'standby' } }
    link.report()
    release()
    await vi.waitUntil(() => reports().length === 2, PATIENCE)
    expect(reports()[1]?.vitals?.panel).toEqual({ power: 'standby' })
  })

  it('[F133] a value that the server would refuse is left out, and the rest of the report arrives', async () => {
    answer = (one, response) => {
      const isRefused = one.path.endsWith('/reports') && !AgentReport.safeParse(JSON.parse(one.body)).success
      if (isRefused) response.writeHead(422).end()
      else well(one, response)
    }
    // A wireless card that is not connected says -256.
    vitals = { temperatureC: 50, loadPercent: 100.1, network: { by: 'wifi', signalDbm: -256 } }
    open()
    link.tell('browser-gone', 'x'.repeat(10_000))
    await vi.waitUntil(() => reports().length > 0, PATIENCE)
    const [first] = reports()
    expect(AgentReport.safeParse(first).success).toBe(true)
    expect(first?.vitals).toMatchObject({ temperatureC: 50 })
    expect(first?.events).toMatchObject([{ kind: 'browser-gone' }])
  })

  it('answers that the server does not take do not pile up, however often it repeats a command', async () => {
    let isRefusing = true
    answer = (one, response) => {
      if (isRefusing && one.path.endsWith('/reports')) response.writeHead(500).end()
      else well(one, response)
    }
    open()
    await vi.waitUntil(() => words.length > 0, PATIENCE)
    const answerTo = (digit: string) => link.answer({ commandId: digit.repeat(32) as never, state: 'done', detail: '' })
    for (let count = 0; count < 50; count += 1) answerTo('a')
    answerTo('b')
    await vi.waitUntil(() => reports().some(({ answers }) => answers.length > 0), PATIENCE)
    isRefusing = false
    const from = reports().length
    link.report()
    await vi.waitUntil(
      () =>
        reports()
          .slice(from)
          .some(({ answers }) => answers.length > 0),
      PATIENCE,
    )
    const taken = reports()
      .slice(from)
      .flatMap(({ answers }) => answers)
    expect(taken.map(({ commandId }) => commandId[0])).toEqual(['a', 'b'])
  })

  it('a stream that ends is opened again after the pause that the server asks for', async () => {
    answer = (one, response) => {
      if (!one.path.endsWith('/live')) return well(one, response)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('event: bye\ndata: {"reason":"restart","retryAfterMs":5}\n\n')
    }
    open()
    await vi.waitUntil(() => asked.filter(({ path }) => path.endsWith('/live')).length >= 3, PATIENCE)
  })

  it('[F130] the journal says that the server does not answer only when that is so', async () => {
    const streams: ServerResponse[] = []
    answer = (one, response) => {
      if (one.path.endsWith('/live')) streams.push(response)
      well(one, response)
    }
    open()
    await vi.waitUntil(() => streams.length === 1 && words.length === 2, PATIENCE)
    // Its abilities have changed. The server is there.
    link.greet()
    await vi.waitUntil(() => streams.length === 2 && words.length === 4, PATIENCE)
    expect(said).toEqual(['connected as Reception'])
    // A router has cut the connection.
    streams[1]?.destroy()
    await vi.waitUntil(() => streams.length === 3 && words.length === 6, PATIENCE)
    const cut = expect.stringMatching(/^the connection to the server was cut: /)
    expect(said).toEqual(['connected as Reception', cut, 'connected as Reception'])
    // The server ends.
    server.closeAllConnections()
    server.close()
    await vi.waitUntil(() => said.at(-1)?.includes('ECONNREFUSED'), PATIENCE)
    expect(said[3]).toEqual(cut)
    expect(said.at(-1)).toMatch(/^the server does not answer: /)
  })

  it('[F130] a change while a greeting is under way is told by another one', async () => {
    let release = () => {}
    answer = (one, response) => {
      // The first greeting is answered late.
      if (asked.length === 1) release = () => well(one, response)
      else well(one, response)
    }
    const hello = { ...HELLO }
    open(hello)
    await vi.waitUntil(() => asked.length === 1, PATIENCE)
    hello.panel = 'A panel'
    link.greet()
    release()
    const greetings = () => asked.filter(({ path }) => path === '/api/screen/agent').map(({ body }) => JSON.parse(body))
    await vi.waitUntil(() => greetings().length === 2, PATIENCE)
    expect(greetings().map(({ panel }) => panel)).toEqual(['', 'A panel'])
  })

  it('[F136] in a Node whose requests lose their signal the stream ends all the same', async () => {
    const { fetch } = globalThis
    // As in Node 20 after its memory was collected.
    const lost = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((input, init) => fetch(input, { ...init, signal: null }))
    let [opened, ended] = [0, 0]
    answer = (one, response) => {
      if (one.path.endsWith('/live')) {
        opened += 1
        response.on('close', () => {
          ended += 1
        })
      }
      well(one, response)
    }
    open(HELLO, 200)
    await vi.waitUntil(() => words.length === 2, PATIENCE)
    link.greet()
    await vi.waitUntil(() => opened === 2 && ended === 1, PATIENCE)
    // Nothing comes.
    await vi.waitUntil(() => opened === 3 && ended === 2, PATIENCE)
    link.close()
    await vi.waitUntil(() => ended === opened, PATIENCE)
    lost.mockRestore()
  })

  it('[F130] a stream without a sign of life is opened again, and the journal says why', async () => {
    answer = well
    open(HELLO, 60)
    await vi.waitUntil(() => asked.filter(({ path }) => path.endsWith('/live')).length >= 2, PATIENCE)
    expect(said.slice(0, 2)).toEqual([
      'connected as Reception',
      'the connection to the server was cut: nothing came for 0.06 s',
    ])
  })
})

it('[B174] a secret that is not valid gets no commands and tells nothing; a new one of the page does', async () => {
  answer = (one, response) => {
    if (one.headers.cookie?.includes(SECRET)) response.writeHead(404).end('{"error":{"code":"screen-not-found"}}')
    else well(one, response)
  }
  open()
  link.tell('browser-gone')
  await vi.waitUntil(() => asked.length >= 3, PATIENCE)
  expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['/api/screen/agent']))
  expect(words).toEqual([])
  expect(unknown).toBeGreaterThan(0)
  const before = unknown
  expect(await link.sendPicture('c'.repeat(32), Buffer.alloc(3))).toBe('not-wanted')
  secret = 'b'.repeat(43)
  await vi.waitUntil(() => words.length > 0 && reports().length > 0, PATIENCE)
  expect(unknown).toBeLessThanOrEqual(before + 2)
})

it('a machine whose page has no secret yet sends nothing', async () => {
  answer = well
  secret = undefined
  open()
  await new Promise((done) => setTimeout(done, 100))
  expect(asked).toEqual([])
})

describe('[B175] something else answers', () => {
  it('a redirect is not followed, so no other server gets the secret', async () => {
    const others: string[] = []
    const other = createServer((request, response) => {
      others.push(String(request.headers.cookie))
      response.end(wordNow())
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const to = `http://127.0.0.1:${(other.address() as AddressInfo).port}/api/screen/agent`
    answer = (_, response) => void response.writeHead(307, { location: to }).end()
    open()
    await vi.waitUntil(() => asked.length >= 3, PATIENCE)
    expect([others, words]).toEqual([[], []])
    other.close()
  })

  it.each([
    ['the page of a guest network', '<title>Sign in</title>'],
    ['a word without its parts', '{"at":1}'],
    ['tasks that are no list', JSON.stringify({ ...WORD, tasks: { length: 1 } })],
  ])('%s is no word', async (_, text) => {
    answer = (__, response) => void response.end(text)
    open()
    await vi.waitUntil(() => asked.length >= 2, PATIENCE)
    expect(words).toEqual([])
    expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['/api/screen/agent']))
  })

  it('[B172] an event without an end closes the stream, and the agent starts again', async () => {
    answer = (one, response) => {
      if (!one.path.endsWith('/live')) return well(one, response)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('x'.repeat(1_200_000))
    }
    open()
    await vi.waitUntil(() => asked.filter(({ path }) => path.endsWith('/live')).length >= 2, PATIENCE)
  })

  it('PX6 a server of an earlier version, which refuses the field about updates, is greeted without it', async () => {
    answer = (one, response) => {
      if (one.path === '/api/screen/agent' && one.body.includes('"update"')) response.writeHead(422).end('{}')
      else well(one, response)
    }
    open({ ...HELLO, update: { hash: 'a'.repeat(64), isSettled: true, failed: null } })
    await vi.waitUntil(() => words.length > 0, PATIENCE)
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual(HELLO)
  })

  it('[B204] the file of the agent is fetched from a fixed path, and not a byte more than was signed', async () => {
    let send: (response: ServerResponse) => void = (response) => void response.end('12345')
    answer = (one, response) => (one.path === '/api/screen/agent/file' ? send(response) : well(one, response))
    open()
    expect(String(await link.fetchAgent(5))).toBe('12345')
    expect(asked.find(({ path }) => path.endsWith('/file'))?.headers.cookie).toContain(SECRET)
    expect(await link.fetchAgent(4)).toBeUndefined()
    let isEnded = false
    // Without a length, and without an end.
    send = (response) => {
      response.on('close', () => {
        isEnded = true
      })
      const more = setInterval(() => response.write('x'.repeat(1_000)), 5)
      response.on('close', () => clearInterval(more))
    }
    expect(await link.fetchAgent(5_000)).toBeUndefined()
    await vi.waitUntil(() => isEnded, PATIENCE)
    send = (response) => void response.writeHead(404).end('12345')
    expect(await link.fetchAgent(5)).toBeUndefined()
    send = (response) => void response.writeHead(307, { location: `${origin}/elsewhere` }).end()
    await expect(link.fetchAgent(5)).rejects.toThrow()
    expect(asked.some(({ path }) => path === '/elsewhere')).toBe(false)
  })
})
