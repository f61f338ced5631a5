import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DisplayId, type DisplayKey, MAX_ITEMS_PER_DISPLAY, pathOf } from '@placard/contract'
import { ask } from '../asking.ts'
import { BenchError } from '../bench-error.ts'
import { type Child, checkPortFree, startChild, temporaryFolder } from '../children.ts'
import { startMeters } from '../meters.ts'
import { leastOf, quietTurns } from '../noise.ts'
import { definePart, measuredOn, type Surroundings } from '../part.ts'
import { percentile } from '../percentile.ts'
import { DISPLAY, type PlacardProcess, spawnPlacard, startPlacardProcess } from '../placard-process.ts'
import { anonymousKiBOf } from '../process-meter.ts'
import { inTurns } from '../stream-socket.ts'
import { type Column, count, markdownTable, terminalTable } from '../table.ts'
import type { KeptAnswer } from './bytes-server.ts'
import type { RequestOrder, RequestReport } from './requests.ts'

const BYTES_SERVER = fileURLToPath(new URL('./bytes-server.ts', import.meta.url))
const REQUESTS = fileURLToPath(new URL('./requests.ts', import.meta.url))
const ITEMS = 1_000
const ITEMS_ASKED_FOR = 12
const STARTS = 3
const START_TIMEOUT_MS = 30_000
const LOOK_AGAIN_MS = 2
const REST_MS = 10_000
const CONNECTIONS = 32
const SECONDS = { warmUp: 2, measured: 5 }

const STATES = ['node', 'empty', 'again', 'filled'] as const
/**
 * `node`: a bare server. `empty`: with a fresh folder. `again`: with the folder that it created. `filled`: with all the
 * items.
 */
type State = (typeof STATES)[number]
const STATE_TITLES: Record<State, string> = {
  node: 'a bare Node server',
  empty: 'Placard, its first start',
  again: 'Placard, empty',
  filled: `Placard, ${count(ITEMS)} items`,
}

type Start = { readyMs: number[]; restKiB: number; othersCpuPercent: number }
type Rate = { perSecond: number; cpuMicroseconds: number; othersCpuPercent: number }

const SERVERS = ['bare', 'placard'] as const
type ServerName = (typeof SERVERS)[number]
const SERVER_TITLES: Record<ServerName, string> = { bare: 'node:http, the same bytes', placard: 'Placard' }
const KINDS = ['whole', 'unchanged'] as const
type Kind = (typeof KINDS)[number]
const KIND_TITLES: Record<Kind, string> = { whole: '200', unchanged: '304, known ETag' }

type Results = {
  /** For each state, one entry for each turn. */
  starts: { state: State; turns: Start[] }[]
  requests: { server: ServerName; kind: Kind; turns: Rate[] }[]
  manifestBytes: number
}

/** The time until the server is ready, its resources at rest, and the rate at which it answers requests for a manifest. */
export const start = definePart<Results>({
  name: 'start',
  async measure(surroundings) {
    const starts = STATES.map((state) => ({ state, turns: [] as Start[] }))
    const requests = SERVERS.flatMap((server) => KINDS.map((kind) => ({ server, kind, turns: [] as Rate[] })))
    let manifestBytes = 0
    const data = await prepare(surroundings.nextPort())
    for (let turn = 1; turn <= surroundings.options.passes; turn += 1) {
      for (const { state, turns } of starts) {
        const figures = await startSeveralTimes(state, surroundings.nextPort(), data)
        turns.push(figures)
        surroundings.tell(
          `turn ${turn} · ${STATE_TITLES[state].padEnd(25)} · ready in ${percentile(figures.readyMs, 0.5).toFixed(0)} ms · ${count(Math.round(figures.restKiB / 1_024))} MiB at rest · others ${figures.othersCpuPercent.toFixed(0)} %`,
        )
      }
      const answered = await measureRequests(surroundings, data.filled)
      manifestBytes = answered.bytes
      for (const one of requests) {
        const rate = answered.rates.find(({ server, kind }) => server === one.server && kind === one.kind)
        if (!rate) continue
        one.turns.push(rate)
        surroundings.tell(
          `turn ${turn} · ${SERVER_TITLES[one.server].padEnd(25)} · ${KIND_TITLES[one.kind]} · ${count(Math.round(rate.perSecond))} a second · others ${rate.othersCpuPercent.toFixed(0)} %`,
        )
      }
    }
    return { starts, requests, manifestBytes }
  },
  section(kept) {
    const requests = requestRows(kept)
    const markdown = `## Start, memory at rest, answers

${markdownTable(START_COLUMNS, kept.starts)}

${markdownTable(REQUEST_COLUMNS, requests)}

- **ready**: time from the start of the process until \`/readyz\` answers 200 (for the bare server, until any answer); the median of ${STARTS} starts, best of the turns. The first start creates the database.
- **at rest**: the process’s own memory (Pss_Anon) ${REST_MS / 1_000} seconds after that.
- **a second**: answers to requests for a display’s manifest (${ITEMS_ASKED_FOR} items, ${count(kept.manifestBytes)} bytes), over ${CONNECTIONS} open connections, each with a new request as soon as it has its answer. The bare server sends the same head and body from memory. **CPU**: processor time of the server for each.

${measuredOn(kept)}`
    const terminal = `${terminalTable(START_COLUMNS, kept.starts)}\n\n${terminalTable(REQUEST_COLUMNS, requests)}`
    return { markdown, terminal, goals: [] }
  },
})

type Data = { again: string; filled: string }

/** Prepares a folder that an empty server has created, and one with all the items. */
async function prepare(port: number): Promise<Data> {
  await checkPortFree(port)
  const again = await temporaryFolder()
  const empty = spawnPlacard({ port, folder: again, seed: 'none' })
  await readyMs(empty, port, performance.now())
  await empty.stop()

  await using placard = await startPlacardProcess(port)
  const second: DisplayKey = { ...DISPLAY, displayId: DisplayId.parse('many') }
  const { organisationId } = DISPLAY
  await placard.call('createDisplay', { params: { organisationId }, body: { id: second.displayId, name: 'Many' } })
  const third: DisplayKey = { ...DISPLAY, displayId: DisplayId.parse('most') }
  await placard.call('createDisplay', { params: { organisationId }, body: { id: third.displayId, name: 'Most' } })
  await addItems(placard, DISPLAY, ITEMS_ASKED_FOR)
  await addItems(placard, second, MAX_ITEMS_PER_DISPLAY)
  await addItems(placard, third, ITEMS - MAX_ITEMS_PER_DISPLAY - ITEMS_ASKED_FOR)
  for (const text of ['Welcome to the hall', 'The canteen is open until three today']) {
    await placard.call('createLine', { params: DISPLAY, body: { text } })
  }
  return { again, filled: placard.folder }
}

async function addItems(placard: PlacardProcess, key: DisplayKey, items: number): Promise<void> {
  await inTurns(items, 4, async (index) => {
    const body = { title: `Film ${index}`, type: 'video', url: `https://films.example/${index}.mp4` } as const
    await placard.call('createItem', { params: key, body: { ...body, duration: 10 } })
  })
}

async function startSeveralTimes(state: State, port: number, data: Data): Promise<Start> {
  await checkPortFree(port)
  const all: number[] = []
  for (let number = 1; ; number += 1) {
    const folder = state === 'empty' ? await temporaryFolder() : state === 'filled' ? data.filled : data.again
    const startedAt = performance.now()
    const child =
      state === 'node' ? startChild([BYTES_SERVER, '', String(port)]) : spawnPlacard({ port, folder, seed: 'none' })
    try {
      all.push(await readyMs(child, port, startedAt))
      if (number < STARTS) continue
      const cost = startMeters(child.pid, [])
      await sleep(REST_MS)
      return { readyMs: all, restKiB: anonymousKiBOf(child.pid), othersCpuPercent: cost().othersCpuPercent }
    } finally {
      await child.stop()
    }
  }
}

/** @throws BenchError with the output when the server ends or takes too long */
async function readyMs(child: Child, port: number, startedAt: number): Promise<number> {
  while (true) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
    const ms = performance.now() - startedAt
    if (isReady) return ms
    if (child.process.exitCode !== null || ms > START_TIMEOUT_MS) {
      throw new BenchError(`A server did not become ready on port ${port}. It said:\n${child.output()}`)
    }
    await sleep(LOOK_AGAIN_MS)
  }
}

type ServerRate = Rate & { server: ServerName; kind: Kind }

async function measureRequests(
  { nextPort }: Surroundings,
  folder: string,
): Promise<{ rates: ServerRate[]; bytes: number }> {
  const port = nextPort()
  await checkPortFree(port)
  const placard = spawnPlacard({ port, folder, seed: 'none' })
  const rates: ServerRate[] = []
  let answer: KeptAnswer
  try {
    await readyMs(placard, port, performance.now())
    answer = await readAnswer(port)
    for (const kind of KINDS) rates.push({ server: 'placard', kind, ...(await askFor(placard, port, answer, kind)) })
  } finally {
    await placard.stop()
  }
  const file = join(await temporaryFolder(), 'answer.json')
  await writeFile(file, JSON.stringify(answer))
  const barePort = nextPort()
  await checkPortFree(barePort)
  const bare = startChild([BYTES_SERVER, file, String(barePort)])
  try {
    await bareReady(bare, barePort, answer)
    for (const kind of KINDS) rates.push({ server: 'bare', kind, ...(await askFor(bare, barePort, answer, kind)) })
  } finally {
    await bare.stop()
  }
  return { rates, bytes: Buffer.byteLength(answer.body) }
}

/** Node writes these headers itself. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length'])

async function readAnswer(port: number): Promise<KeptAnswer> {
  const path = pathOf('getManifest', DISPLAY)
  const own = (response: Response) =>
    Object.fromEntries([...response.headers].filter(([name]) => !OF_THE_CONNECTION.has(name)))
  const plainly = { 'accept-encoding': 'identity' }
  const whole = await fetch(`http://127.0.0.1:${port}${path}`, { headers: plainly })
  const tag = whole.headers.get('etag') ?? ''
  const unchanged = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { ...plainly, 'if-none-match': tag } })
  if (whole.status !== 200 || unchanged.status !== 304) {
    throw new BenchError(`The manifest was answered with ${whole.status}, and with its tag ${unchanged.status}.`)
  }
  return { path, tag, headers: own(whole), body: await whole.text(), unchanged: own(unchanged) }
}

async function bareReady(bare: Child, port: number, { path }: KeptAnswer): Promise<void> {
  const startedAt = performance.now()
  const asked = () =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await asked())) {
    if (performance.now() - startedAt > START_TIMEOUT_MS) throw new BenchError(`A bare server: ${bare.output()}`)
    await sleep(LOOK_AGAIN_MS)
  }
}

async function askFor(server: Child, port: number, answer: KeptAnswer, kind: Kind): Promise<Rate> {
  const requests = startChild([REQUESTS], { ipc: true })
  const order = (seconds: number): RequestOrder => ({
    port,
    path: answer.path,
    headers: kind === 'unchanged' ? { 'if-none-match': answer.tag } : {},
    status: kind === 'unchanged' ? 304 : 200,
    connections: CONNECTIONS,
    seconds,
  })
  try {
    await ask<RequestOrder, RequestReport>(requests, order(SECONDS.warmUp))
    const cost = startMeters(server.pid, [requests.pid])
    const { answers, seconds } = await ask<RequestOrder, RequestReport>(requests, order(SECONDS.measured))
    const { serverSeconds, othersCpuPercent } = cost()
    return { perSecond: answers / seconds, cpuMicroseconds: (serverSeconds * 1e6) / answers, othersCpuPercent }
  } finally {
    await requests.stop()
  }
}

type StartRow = Results['starts'][number]

const noisyWord = (turns: readonly { othersCpuPercent: number }[]) => (quietTurns(turns).wasQuiet ? '' : 'noisy')

const START_COLUMNS: readonly Column<StartRow>[] = [
  { title: 'process', isText: true, of: ({ state }) => STATE_TITLES[state] },
  {
    title: 'ready ms',
    of: ({ turns }) => leastOf(quietTurns(turns).turns, (turn) => percentile(turn.readyMs, 0.5)).toFixed(0),
  },
  {
    title: 'at rest MiB',
    of: ({ turns }) => (leastOf(quietTurns(turns).turns, ({ restKiB }) => restKiB) / 1_024).toFixed(1),
  },
  { title: '', isText: true, of: ({ turns }) => noisyWord(turns) },
]

type RequestRow = ReturnType<typeof requestRows>[number]

function requestRows({ requests }: Results) {
  const best = requests.map((one) => {
    const { turns } = quietTurns(one.turns)
    return {
      ...one,
      perSecond: Math.max(...turns.map((turn) => turn.perSecond)),
      cpuMicroseconds: leastOf(turns, (turn) => turn.cpuMicroseconds),
    }
  })
  return best.map((one) => {
    const bare = best.find(({ server, kind }) => server === 'bare' && kind === one.kind)
    return { ...one, ofBare: one.perSecond / (bare?.perSecond ?? Number.NaN) }
  })
}

const REQUEST_COLUMNS: readonly Column<RequestRow>[] = [
  { title: 'server', isText: true, of: ({ server }) => SERVER_TITLES[server] },
  { title: 'answer', isText: true, of: ({ kind }) => KIND_TITLES[kind] },
  { title: 'a second', of: ({ perSecond }) => count(Math.round(perSecond)) },
  { title: '× bare', of: ({ ofBare }) => ofBare.toFixed(2) },
  { title: 'CPU µs', of: ({ cpuMicroseconds }) => cpuMicroseconds.toFixed(0) },
  { title: '', isText: true, of: ({ turns }) => noisyWord(turns) },
]
