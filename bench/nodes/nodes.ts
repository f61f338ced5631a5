import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ask } from '../asking.ts'
import { type Child, checkPortFree, listening, startChild, temporaryFolder } from '../children.ts'
import type { DisplayAccess } from '../contestant.ts'
import { leastOf, NOISY_PERCENT } from '../noise.ts'
import { EVENT_BYTES } from '../one-pass.ts'
import { definePart, measuredOn, type Surroundings } from '../part.ts'
import { percentile } from '../percentile.ts'
import { spawnPlacard } from '../placard-process.ts'
import { startPlacard } from '../placard-server.ts'
import { folded } from '../report.ts'
import { scheduleOf } from '../schedule.ts'
import { startPostgres } from '../start-postgres.ts'
import { openStream } from '../stream-socket.ts'
import { type Column, count, markdownTable, terminalTable } from '../table.ts'
import { type AtRest, measureAtRest } from './at-rest.ts'
import { type ClusterCost, postmasterOf, startClusterMeters } from './postgres-meter.ts'
import type { NodeDue, NodesOrder, NodesReport, Stream } from './protocol.ts'
import { type Relay, startRelay } from './relay.ts'

const LISTENERS = fileURLToPath(new URL('./listeners.ts', import.meta.url))
const NODES = [1, 2, 4] as const
/** Half of the displays have listeners at every node. The others have listeners at one node each, and are changed through it. */
const DISPLAYS = 400
const LISTENERS_EACH = 4
const PER_SECOND = 40
const SECONDS = { first: 4, warmUp: 2, measured: 8, rest: 5, counted: 5, flood: 4 }
/** Changes that are counted through relays. They are few, so that they do not overlap. */
const COUNTED_PER_SECOND = 20
const FLOOD_AT_ONCE = 32
const WARM_UP_AT_ONCE = 8
const CROWD = { listeners: 2_000, changes: 16, everyMs: 250 }
const SETTLE_MS = 2_000
/** Difference of the markers of two turns. */
const ROUNDS_PER_TURN = 100_000

/** In microseconds of processor time a second. */
type Share = { nodes: number; database: number }
/** For one change, in microseconds of processor time above the load at rest. */
type ChangeCost = { nodes: number; database: number }

export type NodesTurn = {
  nodes: number
  turn: number
  /** Without listeners. */
  idle: Share
  /** With all listeners and without changes. */
  rest: Share
  unheard: ChangeCost
  /** All listeners are at the node that is changed. */
  own: ChangeCost
  /** The listeners are at all nodes, and each change goes to the next node. */
  heard: ChangeCost
  hereMs: { p50: number; p99: number }
  /** Undefined with one node. */
  elsewhereMs?: { p50: number; p99: number }
  answerMs: { p50: number; p99: number }
  lost: number
  /** Changes a second, with as many at once as the machine can make. */
  floodPerSecond: number
  /** One display with many listeners on all nodes: microseconds of the nodes. */
  crowd: { joinMicroseconds: ChangeCost; perDelivery: number }
  connections: number
  othersCpuPercent: number
}

/** The requests of the nodes to their database for one change, by the node that made it and by each other node. */
export type NodesCount = {
  nodes: number
  statements: { atRest: number; perChange: number }
  snapshots: number
  hints: number
  bytes: { up: number; down: number }
}

export type NodesResults = {
  displays: number
  listenersEach: number
  perSecond: number
  crowdListeners: number
  turns: NodesTurn[]
  counts: NodesCount[]
  atRest: AtRest
}

/** One database with 1, 2 and 4 nodes. */
export const nodes = definePart<NodesResults>({
  name: 'nodes',
  async measure(surroundings) {
    const { options, nextPort, tell } = surroundings
    const atRest = await measureOne(surroundings)
    await using postgres = await startPostgres()
    const port = nextPort()
    await checkPortFree(port)
    const postmaster = await postmasterOf(postgres.url)
    const { placard, displays } = await startPlacard(port, EVENT_BYTES, DISPLAYS, { DATABASE_URL: postgres.url })
    await placard.kill()
    const cluster: Cluster = { surroundings, databaseUrl: postgres.url, postmaster, displays }

    const turns: NodesTurn[] = []
    for (let turn = 1; turn <= options.passes; turn += 1) {
      for (const size of NODES) {
        const figures = { nodes: size, turn, ...(await measureNodes(cluster, size, turns.length)) }
        turns.push(figures)
        tell(
          `turn ${turn} of ${options.passes} · ${size} nodes · ${figures.heard.nodes.toFixed(0)} + ${figures.heard.database.toFixed(0)} µs a change · p99 ${(figures.elsewhereMs ?? figures.hereMs).p99.toFixed(1)} ms · at most ${figures.floodPerSecond.toFixed(0)} a second · others ${figures.othersCpuPercent.toFixed(0)} %`,
        )
      }
    }
    const counts: NodesCount[] = []
    for (const size of NODES) counts.push(await countNodes(cluster, size, turns.length + counts.length))
    tell(`statements a change · ${counts.map(({ statements }) => statements.perChange.toFixed(1)).join(', ')}`)

    return {
      displays: DISPLAYS,
      listenersEach: LISTENERS_EACH,
      perSecond: PER_SECOND,
      crowdListeners: CROWD.listeners,
      turns,
      counts,
      atRest,
    }
  },
  section(kept) {
    const rows = rowsOf(kept)
    const markdown = `## Several nodes

1, 2 and 4 nodes on one PostgreSQL. ${count(kept.displays)} displays with ${kept.listenersEach} listeners each, spread over all nodes; ${kept.perSecond} changes a second to random ones, each through the next node. **Nodes, database and
listeners share two processors**, so these figures do not show how fast four machines are. Compare only processor time, and its multiple of one node in the same run. The database is that of the tests, which does not wait for its disk.

${markdownTable(COLUMNS, rows)}

- **µs a change**: processor time of all nodes together, and of the database, beyond their use at rest. **by organisation**: the same, for displays whose listeners are all at the node that gets the request, as when the proxy sends each organisation to one node. **no listeners**: while nobody listens. **× one node**: with listeners, nodes and database together.
- **p50**, **p99**: time until the listeners at the node that got the request have the change (*same node*), and those at the other nodes (*other nodes*).
- **maximum**: changes a second, ${FLOOD_AT_ONCE} at once, on this machine, in total. **µs a delivery**: to each of ${count(kept.crowdListeners)} listeners of one display, spread over the nodes. **lost**: changes that did not arrive within ten seconds. This includes a change that another one replaced, through another node, before it was sent.

Requests of the nodes to the database for one change that all of them send, counted between them:

${markdownTable(COUNT_COLUMNS, kept.counts)}

Use of one node and its database without changes, in per cent of a processor. Every second the node polls the revisions of all displays of the organisations that have listeners, and every 15 seconds all screens that have a name.

${markdownTable(REST_COLUMNS, restRows(kept.atRest))}

Microseconds of processor time for one message of a screen (a beat every 20 seconds; a report and the plays every five minutes):

${markdownTable(WORD_COLUMNS, kept.atRest.words)}

${folded('Every turn', markdownTable(TURN_COLUMNS, kept.turns))}

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, rows), goals: [] }
  },
})

type Cluster = {
  surroundings: Surroundings
  databaseUrl: string
  postmaster: number
  displays: readonly DisplayAccess[]
}

type Started = {
  ports: number[]
  pids: number[]
  child: Child
  order(wanted: NodesOrder): Promise<NodesReport>
  write(schedule: NodeDue[]): Promise<Extract<NodesReport, { kind: 'written' }>['heard']>
  meter(): () => ClusterCost
}

/** Runs work with a number of nodes and a process that listens and writes, and ends all of them. */
async function withNodes<Result>(
  { surroundings, postmaster, displays }: Cluster,
  databaseUrls: readonly string[],
  turn: number,
  work: (started: Started) => Promise<Result>,
): Promise<Result> {
  const started: { port: number; child: Child }[] = []
  const child = startChild([LISTENERS], { ipc: true })
  const order = (wanted: NodesOrder) => ask<NodesOrder, NodesReport>(child, wanted)
  try {
    for (const databaseUrl of databaseUrls) {
      const port = surroundings.nextPort()
      await checkPortFree(port)
      const settings = { DATABASE_URL: databaseUrl }
      started.push({ port, child: spawnPlacard({ port, folder: await temporaryFolder(), seed: 'none', settings }) })
    }
    await Promise.all(started.map((node) => listening(node.child, node.port)))
    const ports = started.map(({ port }) => port)
    const pids = started.map((node) => node.child.pid)
    const changes = displays.map(({ change }) => change)
    await order({ kind: 'use', ports, changes, firstRound: (turn + 1) * ROUNDS_PER_TURN })
    return await work({
      ports,
      pids,
      child,
      order,
      async write(schedule) {
        const report = await order({ kind: 'write', schedule })
        if (report.kind !== 'written') throw new RangeError(`the listeners answered ${report.kind}`)
        return report.heard
      },
      meter: () => startClusterMeters({ nodes: pids, postmaster, measuring: [child.pid] }),
    })
  } finally {
    await child.stop()
    await Promise.all(started.map((node) => node.child.stop()))
  }
}

async function measureNodes(cluster: Cluster, size: number, turn: number): Promise<Omit<NodesTurn, 'nodes' | 'turn'>> {
  const databaseUrls = Array.from({ length: size }, () => cluster.databaseUrl)
  return withNodes(cluster, databaseUrls, turn, async (started) => {
    const { order, write, meter } = started
    const restShare = async (): Promise<Share> => {
      await sleep(SETTLE_MS)
      const cost = meter()
      await sleep(SECONDS.rest * 1_000)
      const { seconds, nodeSeconds, databaseSeconds } = cost()
      return { nodes: (nodeSeconds * 1e6) / seconds, database: (databaseSeconds * 1e6) / seconds }
    }
    const changes = async (share: Share, half: Half, seed: number) => {
      await write(scheduleFor(size, half, { seconds: SECONDS.warmUp, seed }))
      const cost = meter()
      const heard = await write(scheduleFor(size, half, { seconds: SECONDS.measured, seed: seed + 1 }))
      const spent = cost()
      return { heard, spent, cost: costOf(spent, share, PER_SECOND * SECONDS.measured) }
    }
    // A process that has just started compiles its code, which costs more than a change.
    await order({ kind: 'flood', atOnce: WARM_UP_AT_ONCE, seconds: SECONDS.first })
    const idle = await restShare()
    const unheard = await changes(idle, 'spread', 1)
    await order({ kind: 'listen', streams: streamsOf(cluster.displays, size) })
    const rest = await restShare()
    const own = await changes(rest, 'own', 3)
    const heard = await changes(rest, 'spread', 5)
    const flooded = await order({ kind: 'flood', atOnce: FLOOD_AT_ONCE, seconds: SECONDS.flood })
    const connections = await connectionsOf(cluster.databaseUrl)
    await sleep(SETTLE_MS)
    const crowd = await measureCrowd(cluster.displays, size, started, rest)
    if (flooded.kind !== 'flooded') throw new RangeError(`the listeners answered ${flooded.kind}`)
    const { hereMs, elsewhereMs, answerMs, lost } = heard.heard
    return {
      idle,
      rest,
      unheard: unheard.cost,
      own: own.cost,
      heard: heard.cost,
      hereMs: percentilesOf(hereMs),
      ...(elsewhereMs.length > 0 ? { elsewhereMs: percentilesOf(elsewhereMs) } : {}),
      answerMs: percentilesOf(answerMs),
      lost,
      floodPerSecond: flooded.changes / flooded.seconds,
      crowd,
      connections,
      othersCpuPercent: Math.max(...[unheard, own, heard].map(({ spent }) => spent.othersCpuPercent)),
    }
  })
}

async function measureCrowd(
  displays: readonly DisplayAccess[],
  size: number,
  { order, write, meter }: Started,
  rest: Share,
): Promise<NodesTurn['crowd']> {
  const path = displays[0]?.streamPath ?? ''
  const streams = Array.from({ length: CROWD.listeners }, (_, index) => ({ node: index % size, display: 0, path }))
  const joining = meter()
  await order({ kind: 'listen', streams })
  const joinMicroseconds = costOf(joining(), rest, CROWD.listeners)
  await sleep(SETTLE_MS)
  const schedule = Array.from({ length: CROWD.changes }, (_, index) => ({
    atMs: index * CROWD.everyMs,
    display: 0,
    node: index % size,
  }))
  await write(schedule.slice(0, CROWD.changes / 2))
  const cost = meter()
  await write(schedule)
  const perChange = costOf(cost(), rest, CROWD.changes)
  return { joinMicroseconds, perDelivery: perChange.nodes / CROWD.listeners }
}

function costOf(spent: ClusterCost, share: Share, changes: number): ChangeCost {
  return {
    nodes: (spent.nodeSeconds * 1e6 - share.nodes * spent.seconds) / changes,
    database: (spent.databaseSeconds * 1e6 - share.database * spent.seconds) / changes,
  }
}

async function countNodes(cluster: Cluster, size: number, turn: number): Promise<NodesCount> {
  const relays: Relay[] = []
  for (let node = 0; node < size; node += 1) relays.push(await startRelay(cluster.databaseUrl))
  const read = () => {
    const sum = (of: (relay: Relay) => number) => relays.reduce((all, relay) => all + of(relay), 0)
    return {
      statements: sum(({ asked }) => asked.statements),
      snapshots: sum(({ asked }) => asked.snapshots),
      hints: sum(({ asked }) => asked.hints),
      up: sum(({ bytes }) => bytes.up),
      down: sum(({ bytes }) => bytes.down),
    }
  }
  type Read = ReturnType<typeof read>
  const since = (before: Read, after: Read) => (name: keyof Read) => after[name] - before[name]
  try {
    return await withNodes(
      cluster,
      relays.map(({ url }) => url),
      turn,
      async ({ order, write }) => {
        await order({ kind: 'listen', streams: streamsOf(cluster.displays, size) })
        await sleep(SETTLE_MS)
        const seconds = SECONDS.counted
        const before = read()
        await sleep(seconds * 1_000)
        const between = read()
        const schedule = scheduleFor(size, 'spread', { seconds, seed: 7, perSecond: COUNTED_PER_SECOND })
        await write(schedule)
        const resting = since(before, between)
        const changing = since(between, read())
        const perChange = (name: keyof Read) => (changing(name) - resting(name)) / schedule.length
        return {
          nodes: size,
          statements: { atRest: resting('statements') / seconds / size, perChange: perChange('statements') },
          snapshots: perChange('snapshots'),
          hints: perChange('hints'),
          bytes: { up: perChange('up'), down: perChange('down') },
        }
      },
    )
  } finally {
    for (const relay of relays) relay.close()
  }
}

/** Uses a database of its own, because it is filled. */
async function measureOne({ nextPort, tell }: Surroundings): Promise<AtRest> {
  const port = nextPort()
  await checkPortFree(port)
  await using postgres = await startPostgres()
  const postmaster = await postmasterOf(postgres.url)
  const { placard, displays } = await startPlacard(port, EVENT_BYTES, 1, { DATABASE_URL: postgres.url })
  const memory = Buffer.alloc(64 * 1024)
  await openStream(port, displays[0]?.streamPath ?? '', { memory, onRead() {}, onEnd() {} })
  const meter = () => startClusterMeters({ nodes: [placard.child.pid], postmaster, measuring: [] })
  const atRest = await measureAtRest(placard, postgres.url, meter, tell)
  await placard.kill()
  return atRest
}

/** `own`: the listeners of a display are at the node that is changed. `spread`: they are at all nodes. */
type Half = 'own' | 'spread'
const halfOf = (display: number): Half => (display < DISPLAYS / 2 ? 'own' : 'spread')

function streamsOf(displays: readonly DisplayAccess[], size: number): Stream[] {
  return displays.flatMap(({ streamPath }, display) =>
    Array.from({ length: LISTENERS_EACH }, (_, index) => ({
      node: halfOf(display) === 'own' ? display % size : (display + index) % size,
      display,
      path: streamPath,
    })),
  )
}

function scheduleFor(
  size: number,
  half: Half,
  { seconds, seed, perSecond = PER_SECOND }: { seconds: number; seed: number; perSecond?: number },
): NodeDue[] {
  const schedule = scheduleOf({ displays: DISPLAYS / 2, perSecond, seconds, seed })
  if (half === 'own') return schedule.map((due) => ({ ...due, node: due.display % size }))
  return schedule.map((due, index) => ({ ...due, display: due.display + DISPLAYS / 2, node: index % size }))
}

/** The number of connections of the nodes. */
async function connectionsOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ connections: number }>(
      "select count(*)::integer as connections from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    return rows[0]?.connections ?? 0
  } finally {
    await client.end()
  }
}

function percentilesOf(values: readonly number[]): { p50: number; p99: number } {
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99) }
}

/** For one number of nodes, the least of the turns, separately for each figure, because disturbances only ever make it worse. */
export function bestOfNodes(turns: readonly NodesTurn[], size: number) {
  const ofSize = turns.filter((one) => one.nodes === size)
  const least = (figure: (turn: NodesTurn) => number) => leastOf(ofSize, figure)
  const times = (of: (turn: NodesTurn) => { p50: number; p99: number }) => ({
    p50: least((turn) => of(turn).p50),
    p99: least((turn) => of(turn).p99),
  })
  const cost = (of: (turn: NodesTurn) => ChangeCost): ChangeCost => {
    // Both values are from the same turn, because a saving on one side may be a cost on the other.
    const [best] = ofSize.map(of).toSorted((one, other) => one.nodes + one.database - other.nodes - other.database)
    return best ?? { nodes: Number.NaN, database: Number.NaN }
  }
  return {
    nodes: size,
    unheard: cost(({ unheard }) => unheard),
    own: cost(({ own }) => own),
    heard: cost(({ heard }) => heard),
    join: cost(({ crowd }) => crowd.joinMicroseconds),
    perDelivery: least(({ crowd }) => crowd.perDelivery),
    hereMs: times(({ hereMs }) => hereMs),
    elsewhereMs: size === 1 ? undefined : times(({ elsewhereMs, hereMs }) => elsewhereMs ?? hereMs),
    floodPerSecond: -least(({ floodPerSecond }) => -floodPerSecond),
    connections: -least(({ connections }) => -connections),
    lost: ofSize.reduce((sum, { lost }) => sum + lost, 0),
    noisy: ofSize.every(({ othersCpuPercent }) => othersCpuPercent > NOISY_PERCENT),
  }
}

type Best = ReturnType<typeof bestOfNodes>
type Row = Best & { one: Best }

function rowsOf({ turns }: NodesResults): Row[] {
  const one = bestOfNodes(turns, 1)
  return NODES.filter((size) => turns.some((turn) => turn.nodes === size)).map((size) => ({
    ...bestOfNodes(turns, size),
    one,
  }))
}

const both = ({ nodes, database }: ChangeCost) => nodes + database
const times = ({ p50, p99 }: { p50: number; p99: number }) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`

const COLUMNS: readonly Column<Row>[] = [
  { title: 'nodes', of: ({ nodes }) => String(nodes) },
  { title: 'µs a change, nodes', of: ({ heard }) => count(Math.round(heard.nodes)) },
  { title: 'database', of: ({ heard }) => count(Math.round(heard.database)) },
  { title: '× one node', of: ({ heard, one }) => (both(heard) / both(one.heard)).toFixed(2) },
  { title: 'by organisation, nodes', of: ({ own }) => count(Math.round(own.nodes)) },
  { title: 'database', of: ({ own }) => count(Math.round(own.database)) },
  { title: 'no listeners, nodes', of: ({ unheard }) => count(Math.round(unheard.nodes)) },
  { title: 'database', of: ({ unheard }) => count(Math.round(unheard.database)) },
  { title: 'same node p50 / p99 ms', of: ({ hereMs }) => times(hereMs) },
  { title: 'other nodes', of: ({ elsewhereMs }) => (elsewhereMs ? times(elsewhereMs) : '—') },
  { title: 'maximum a second', of: ({ floodPerSecond }) => count(Math.round(floodPerSecond)) },
  { title: '× one node', of: ({ floodPerSecond, one }) => (floodPerSecond / one.floodPerSecond).toFixed(2) },
  { title: 'µs a delivery', of: ({ perDelivery }) => perDelivery.toFixed(1) },
  { title: 'connections', of: ({ connections }) => String(connections) },
  { title: 'lost', of: ({ lost }) => count(lost) },
  { title: '', isText: true, of: ({ noisy }) => (noisy ? 'noisy' : '') },
]

const COUNT_COLUMNS: readonly Column<NodesCount>[] = [
  { title: 'nodes', of: ({ nodes }) => String(nodes) },
  { title: 'statements a change', of: ({ statements }) => statements.perChange.toFixed(1) },
  { title: 'manifest reads', of: ({ snapshots }) => snapshots.toFixed(2) },
  { title: 'hints', of: ({ hints }) => hints.toFixed(2) },
  { title: 'bytes to the database', of: ({ bytes }) => count(Math.round(bytes.up)) },
  { title: 'bytes from it', of: ({ bytes }) => count(Math.round(bytes.down)) },
  { title: 'statements a second and node, at rest', of: ({ statements }) => statements.atRest.toFixed(1) },
]

type RestRow = { what: string; share: AtRest['alone'] }

function restRows({ many, named, alone, displays, screens }: AtRest): RestRow[] {
  return [
    { what: 'one display with listeners', share: alone },
    { what: `${count(many)} more displays of its organisation`, share: displays },
    { what: `and ${count(named)} screens with a name`, share: screens },
  ]
}

const REST_COLUMNS: readonly Column<RestRow>[] = [
  { title: 'load', isText: true, of: ({ what }) => what },
  { title: 'node %', of: ({ share }) => (share.node / 1e4).toFixed(2) },
  { title: 'database %', of: ({ share }) => (share.database / 1e4).toFixed(2) },
]

const WORD_COLUMNS: readonly Column<AtRest['words'][number]>[] = [
  { title: 'message', isText: true, of: ({ word }) => word },
  { title: 'node µs', of: ({ nodeMicroseconds }) => nodeMicroseconds.toFixed(0) },
  { title: 'database µs', of: ({ databaseMicroseconds }) => databaseMicroseconds.toFixed(0) },
]

const TURN_COLUMNS: readonly Column<NodesTurn>[] = [
  { title: 'nodes', of: ({ nodes }) => String(nodes) },
  { title: 'turn', of: ({ turn }) => String(turn) },
  { title: 'with listeners, nodes', of: ({ heard }) => heard.nodes.toFixed(0) },
  { title: 'database', of: ({ heard }) => heard.database.toFixed(0) },
  { title: 'by organisation, nodes', of: ({ own }) => own.nodes.toFixed(0) },
  { title: 'database', of: ({ own }) => own.database.toFixed(0) },
  { title: 'no listeners, nodes', of: ({ unheard }) => unheard.nodes.toFixed(0) },
  { title: 'database', of: ({ unheard }) => unheard.database.toFixed(0) },
  { title: 'at rest %, nodes', of: ({ rest }) => (rest.nodes / 1e4).toFixed(1) },
  { title: 'database', of: ({ rest }) => (rest.database / 1e4).toFixed(1) },
  { title: 'same node ms', of: ({ hereMs }) => times(hereMs) },
  { title: 'other nodes ms', of: ({ elsewhereMs }) => (elsewhereMs ? times(elsewhereMs) : '—') },
  { title: 'maximum a second', of: ({ floodPerSecond }) => floodPerSecond.toFixed(0) },
  { title: 'µs a delivery', of: ({ crowd }) => crowd.perDelivery.toFixed(1) },
  { title: 'µs to join, nodes', of: ({ crowd }) => crowd.joinMicroseconds.nodes.toFixed(0) },
  { title: 'others %', of: ({ othersCpuPercent }) => othersCpuPercent.toFixed(0) },
]
