import fc from 'fast-check'

/** One step on one connection. Texts are sent unchanged, each in its own packet. */
export type ConnectionStep = { on: number } & (
  | { do: 'send'; text: string }
  /** Ends sending. Incoming data is still read. */
  | { do: 'end' }
  /** Resets the connection. */
  | { do: 'reset' }
  /** Stops reading, or continues. */
  | { do: 'pause' | 'resume' }
  /** Lets the server answer before the next step. */
  | { do: 'wait' }
)

/** Addresses to request, and the credentials of an allowed caller. */
export type FuzzTargets = {
  /** Streams. The first one is public. */
  streams: string[]
  reads: string[]
  commands: { method: string; path: string }[]
  /** Header lines of a signed-in caller. */
  credentials: string[]
}

/** Number of connections in one sequence. */
const CONNECTIONS = 3
const ENTITY = '{"text":"typed"}'

const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST', 'PUT', 'TRACE', 'CONNECT', 'PRI', 'BREW']
const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9']
const HOSTS = [['host: 127.0.0.1'], ['host: 127.0.0.1'], ['host: 127.0.0.1'], [], ['host: a', 'host: b'], ['host: ']]
const EXTRAS = [
  'connection: close',
  'connection: keep-alive',
  'connection: upgrade',
  'upgrade: websocket',
  'expect: 100-continue',
  'expect: miracles',
  'accept: text/html',
  'accept-encoding: br, gzip',
  'last-event-id: 1',
  'if-none-match: *',
  'range: bytes=0-9',
  'content-type: application/json',
  'content-type: text/plain',
  'content-type: application/offset+octet-stream',
  'authorization: Bearer x',
  'x-forwarded-for: 192.0.2.1',
]
/** Bodies with their header lines, some of which are false. */
const BODIES: { lines: string[]; body: string }[] = [
  { lines: [], body: '' },
  { lines: [], body: '' },
  { lines: [`content-length: ${ENTITY.length}`], body: ENTITY },
  { lines: ['content-length: 0'], body: '' },
  { lines: ['content-length: 5000'], body: ENTITY },
  { lines: ['content-length: 3'], body: ENTITY },
  { lines: ['content-length: 3', 'content-length: 4'], body: ENTITY },
  { lines: ['content-length: -1'], body: '' },
  { lines: ['transfer-encoding: chunked'], body: `10\r\n${ENTITY}\r\n0\r\n\r\n` },
  { lines: ['transfer-encoding: chunked'], body: `10\r\n${ENTITY}` },
  { lines: ['transfer-encoding: chunked'], body: 'zz\r\n' },
  { lines: ['transfer-encoding: chunked', 'content-length: 3'], body: '0\r\n\r\n' },
]
const NO_REQUESTS = [
  '\r\n',
  '\r\n\r\n',
  '\u0000',
  ' ',
  'x',
  'GET',
  'GET / HTTP/1.1\r\n',
  '0\r\n\r\n',
  '5\r\nhello\r\n',
  ENTITY,
  ': x\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'y'.repeat(20_000),
]

function requestOf({ streams, reads, commands, credentials }: FuzzTargets): fc.Arbitrary<string> {
  const target = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...streams).map((path) => ({ method: 'GET', path })) },
    { weight: 3, arbitrary: fc.constantFrom(...reads).map((path) => ({ method: 'GET', path })) },
    { weight: 2, arbitrary: fc.constantFrom(...commands) },
    {
      weight: 2,
      arbitrary: fc.record({
        method: fc.constantFrom(...METHODS),
        path: fc.constantFrom(...streams, ...reads, '*', '/%zz', 'http://other.example/', '//', 'example.org:443'),
      }),
    },
  )
  const credential = fc.constantFrom<string[]>(credentials, credentials, [])
  const plain = fc.tuple(target, credential).map(([{ method, path }, lines]) => {
    const body = method === 'POST' ? ['content-type: application/json', `content-length: ${ENTITY.length}`] : []
    return textOf(method, path, 'HTTP/1.1', ['host: 127.0.0.1', ...lines, ...body], body.length > 0 ? ENTITY : '')
  })
  const odd = fc
    .tuple(
      target,
      credential,
      fc.constantFrom(...VERSIONS),
      fc.constantFrom(...HOSTS),
      fc.subarray(EXTRAS, { maxLength: 3 }),
      fc.constantFrom(...BODIES),
    )
    .map(([{ method, path }, lines, version, hosts, extras, { lines: announced, body }]) =>
      textOf(method, path, version, [...hosts, ...lines, ...extras, ...announced], body),
    )
  return fc.oneof({ weight: 3, arbitrary: plain }, { weight: 2, arbitrary: odd })
}

function textOf(method: string, path: string, version: string, lines: string[], body: string): string {
  return [`${method} ${path} ${version}`, ...lines, '', body].join('\r\n')
}

/** Any order of requests, partial requests, garbage and ends on a few connections, including streams. */
export function arbitrarySequence(targets: FuzzTargets): fc.Arbitrary<ConnectionStep[]> {
  const on = fc.nat({ max: CONNECTIONS - 1 })
  const request = requestOf(targets)
  const whole = fc.array(request, { minLength: 1, maxLength: 3 }).map((texts) => texts.join(''))
  const send = fc.tuple(on, fc.oneof({ weight: 8, arbitrary: whole }, fc.constantFrom(...NO_REQUESTS)))
  const steps = fc.oneof(
    { weight: 10, arbitrary: send.map(([at, text]): ConnectionStep[] => [{ on: at, do: 'send', text }]) },
    // Cut at any position. The rest comes in its own packet or never.
    {
      weight: 3,
      arbitrary: fc
        .tuple(on, request, fc.nat({ max: 400 }), fc.boolean())
        .map(([at, text, cut, goesOn]): ConnectionStep[] => [
          { on: at, do: 'send', text: text.slice(0, cut) },
          { on: at, do: 'wait' },
          ...(goesOn ? [{ on: at, do: 'send' as const, text: text.slice(cut) }] : []),
        ]),
    },
    { weight: 5, arbitrary: on.map((at): ConnectionStep[] => [{ on: at, do: 'wait' }]) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(on, fc.constantFrom('end' as const, 'reset' as const, 'pause' as const, 'resume' as const))
        .map(([at, what]): ConnectionStep[] => [{ on: at, do: what }]),
    },
  )
  return fc.array(steps, { minLength: 1, maxLength: 10 }).map((parts) => parts.flat())
}
