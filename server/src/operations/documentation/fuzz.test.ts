import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ERRORS, isErrorCode } from '@placard/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arbitraryRequest, type FuzzOperation, type FuzzRequest } from '../../testing/fuzz-request.ts'
import { enterAs } from '../../testing/people.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { SAMPLE_DISPLAY } from '../seed/service.ts'
import { createDocument } from './document.ts'

/** One request finds less than one value of another property, and costs less. 2,000 run every day, 100,000 with `npm run fuzz`. */
const REQUESTS_PER_RUN = 20
/** Calls that would end the session of the others, or make the machine hash passwords for hours. */
const LEFT_OUT = new Set([
  'signIn',
  'finishSignIn',
  'signUp',
  'signOut',
  'requestPasswordReset',
  'completePasswordReset',
  'changePassword',
  'beginSecondFactor',
  'removeSecondFactor',
  'startPasskey',
  'removePasskey',
  'turnSecondFactorOnByPasskey',
  'removeSecondFactorByPasskey',
  'leaveOrganisation',
])
const MAKERS: ReadonlySet<string> = new Set([
  'createItem',
  'createLine',
  'createPlaylist',
  'createToken',
  'createInvitation',
  'createUpload',
])
/** The most that the heap may grow between the first and the last measurement, for any number of requests. */
const HEAP_GROWTH_BYTES = 24 * 2 ** 20
const WEIGHINGS = 10

const PATIENCE_MS = 120_000 * Number(process.env.PROPERTY_FACTOR ?? 1)

describe('whatever programs send', { timeout: PATIENCE_MS }, () => {
  let server: TestServer
  let owner: Client
  const seen = new Map<string, number>()
  const present: Record<string, string> = {}

  beforeAll(async () => {
    server = await startTestServer()
    owner = (await enterAs(server, 'owner', { role: 'owner' })).client
    const { body } = await owner.call('getProgramme', { params: SAMPLE_DISPLAY })
    const screenId = '5'.repeat(32)
    const { organisationId } = SAMPLE_DISPLAY
    const playlist = await owner.call('createPlaylist', { params: { organisationId }, body: { name: 'Menu' } })
    const playlistId = playlist.body.playlist.id
    const { table, rows } = (
      await owner.call('createTable', {
        params: { organisationId },
        body: { name: 'Menu', columns: [{ name: 'Dish', type: 'words' }], rows: [{ cells: { Dish: 'Soup' } }] },
      })
    ).body
    Object.assign(present, SAMPLE_DISPLAY, {
      tableId: table.id,
      columnId: table.columns[0]?.id,
      rowId: rows[0]?.id,
      key: 'Soup',
      playlistId,
      itemId: body.items[0]?.id,
      lineId: body.lines[0]?.id,
      screenId,
    })
  })
  afterAll(() => server.close())

  const document = createDocument({ cookieName: 'sid' })
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation }) as FuzzOperation),
  )
  const called = operations.filter(({ operationId }) => !LEFT_OUT.has(operationId))

  /** The codes that the document lists for a status of a call. */
  function refusalsOf(name: string, status: number): string[] {
    const { responses } = called.find(({ operationId }) => operationId === name) as unknown as {
      responses: Record<number, { $ref?: string } | undefined>
    }
    return responses[status]?.$ref?.split('/').at(-1)?.split('.').slice(1) ?? []
  }

  async function send({ name, method, path, headers, body }: FuzzRequest): Promise<void> {
    const abort = new AbortController()
    const response = await fetch(server.url + path, {
      method: method.toUpperCase(),
      headers: { cookie: owner.cookie(), origin: server.url, 'x-requested-with': 'placard', ...headers },
      signal: abort.signal,
      ...(body === undefined ? {} : { body }),
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    const text = isStream ? '' : await response.text()
    abort.abort()
    const what = { name, path, headers, body: String(body).slice(0, 2_000), status: response.status, text }
    seen.set(`${name} ${response.status}`, (seen.get(`${name} ${response.status}`) ?? 0) + 1)
    expect(what).toSatisfy(({ status }) => status < 500)
    if (response.status < 400) return remember(name, text)
    expect(what).toSatisfy(() => !/node_modules|\bat .*\.[jt]s:\d+/.test(text))
    if (method === 'head') return
    const { error, requestId } = JSON.parse(text) as { error: { code: string }; requestId: string }
    expect({ ...what, known: isErrorCode(error.code) && ERRORS[error.code] }).toMatchObject({
      known: response.status,
    })
    expect(requestId).toEqual(expect.any(String))
    // If an id breaks the path, or is a step up in it ("..", "%2e%2e"), it is the path of something else.
    const documented = refusalsOf(name, response.status)
    const isOther =
      !new URL(path, server.url).href.endsWith(path) ||
      ['not-found', 'method-not-allowed', 'address-too-long', 'headers-too-large'].includes(error.code)
    if (!isOther) expect({ ...what, documented }).toSatisfy(() => documented.includes(error.code))
  }

  /** Stores the ids of created objects for later requests. Removals are rare, because otherwise nothing would soon be left. */
  function remember(name: FuzzRequest['name'], text: string): void {
    if (!MAKERS.has(name)) return
    const made = JSON.parse(text) as { [key: string]: { id: string } } & { id?: string }
    for (const key of ['item', 'line', 'playlist', 'token', 'invitation'])
      if (made[key]?.id) present[`${key}Id`] = made[key].id
    if (name === 'createUpload' && made.id) present.uploadId = made.id
  }

  it('no request is answered by a fault of ours, every refusal is one that the document names, and nothing of them stays', async () => {
    const config = fc.readConfigureGlobal()
    const runs = (config.numRuns ?? 100) * REQUESTS_PER_RUN
    const heap: number[] = []
    let sent = 0
    async function sendAndWeigh(request: FuzzRequest): Promise<void> {
      await send(request)
      sent += 1
      if (sent % (runs / WEIGHINGS) === 0) heap.push(weighHeap())
    }
    await fc.assert(fc.asyncProperty(arbitraryRequest(called, present), sendAndWeigh), { numRuns: runs })
    const answered = new Set([...seen.keys()].map((key) => key.split(' ')[0]))
    expect([...answered].sort()).toEqual(called.map(({ operationId }) => operationId).sort())
    expect(
      [...seen.keys()].filter((key) => /item|line|row|column/i.test(key) && / 20[01]$/.test(key)).length,
    ).toBeGreaterThan(2)
    expect((await owner.call('getTime', { params: {} })).status).toBe(200)
    if (process.env.PROPERTY_FACTOR !== undefined) report(runs, config.seed, heap)

    // Code that is loaded once, and bounded caches, are in memory after the first part.
    const [first = 0] = heap
    expect(heap).toHaveLength(WEIGHINGS)
    expect((heap.at(-1) ?? 0) - first).toBeLessThan(HEAP_GROWTH_BYTES)
    expect(operations.length).toBeGreaterThan(called.length)
  })

  function report(runs: number, seed: number | undefined, heap: number[]): void {
    const classes = new Map<string, number>()
    for (const [key, count] of seen) {
      const status = key.split(' ')[1] ?? ''
      classes.set(status, (classes.get(status) ?? 0) + count)
    }
    const statuses = [...classes].sort().map(([status, count]) => `${status}: ${count}`)
    const megabytes = heap.map((bytes) => Math.round(bytes / 2 ** 20))
    console.log(`${runs} requests, seed ${seed}`)
    console.log(`answers  ${statuses.join(', ')}`)
    console.log(`heap in MiB, ${WEIGHINGS} times  ${megabytes.join(' ')}`)
  }
})

function weighHeap(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  return process.memoryUsage().heapUsed
}
