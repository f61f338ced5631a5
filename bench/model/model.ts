import type { Assumed, Way } from './assumptions.ts'
import type { Cost, Measured } from './inputs.ts'

/** Busy processors of all nodes and of the database, by task. */
export const TASKS = ['changes', 'hints', 'words', 'listening', 'looks', 'watching', 'idle'] as const
export type Task = (typeof TASKS)[number]
export type Load = Record<Task, Cost>

export type Scale = {
  screens: number
  way: Way
  nodes: number
  load: Load
  /** Busy processors at the busiest minute. */
  busy: Cost
  /** Processor share of one node for work that further nodes do not reduce: looks and watching, hints, idling. */
  eachNode: number
  databaseProcessors: number
  connections: number
  changesPerSecond: number
  manifestReadsPerChange: number
  databaseMbit: number
  nodesMbit: number
  cdnMbit: number
  memoryGiB: number
  storm: Storm
  euroPerScreenAndMonth: { nodes: number; database: number; traffic: number; fixed: number; all: number }
}

export type Storm = {
  screens: number
  /** In normal operation. */
  joinsPerSecond: number
  /** The joins that nodes and database can handle beside everything else. */
  capacityPerSecond: number
  seconds: number
}

const DAY_SECONDS = 86_400
const HOURS_A_MONTH = 730
const MONTH_SECONDS = HOURS_A_MONTH * 3_600
const MOST_NODES = 100_000

/**
 * The number of nodes at which each of them, and all together, stay below the permitted load; undefined when no number
 * is enough.
 *
 * @param screens in total
 */
export function scaleOf(measured: Measured, assumed: Assumed, screens: number, way: Way): Scale | undefined {
  const fits = (nodes: number) => {
    const { node } = busyOf(loadOf(measured, assumed, screens, way, nodes))
    return node <= nodes * assumed.loopShare * assumed.busyShare
  }
  // Each node adds to the load as well, so the numbers are tried one after the other, in growing steps, until one fits.
  let nodes = Math.max(1, Math.ceil(screens / assumed.listenersPerNode))
  while (!fits(nodes)) {
    nodes = Math.ceil(nodes * 1.02)
    if (nodes > MOST_NODES) return undefined
  }
  return withNodes(measured, assumed, screens, way, nodes)
}

/** With this number of nodes, even if they are not enough. */
export function withNodes(measured: Measured, assumed: Assumed, screens: number, way: Way, nodes: number): Scale {
  const load = loadOf(measured, assumed, screens, way, nodes)
  const busy = busyOf(load)
  const changes = changesPerSecondOf(assumed, screens)
  const reads = readersOf(assumed, way, nodes)
  const databaseProcessors = Math.ceil(busy.database / assumed.busyShare)
  const bytes = bytesPerSecondOf(measured, assumed, screens)
  const forever = load.looks.node + load.watching.node + load.hints.node + load.idle.node
  const hours = HOURS_A_MONTH / screens
  const euro = {
    nodes: nodes * assumed.processorsPerNode * assumed.processorHour * hours,
    database: Math.max(2, databaseProcessors) * assumed.databaseHour * hours,
    traffic: ((bytes.nodes.mean * assumed.placardGB + bytes.cdn.mean * assumed.cdnGB) * MONTH_SECONDS) / 1e9 / screens,
    fixed: assumed.fixedMonth / screens,
  }
  return {
    screens,
    way,
    nodes,
    load,
    busy,
    eachNode: forever / nodes,
    databaseProcessors,
    connections: nodes * measured.connectionsPerNode,
    changesPerSecond: changes,
    manifestReadsPerChange: reads,
    databaseMbit: toMbit(changes * measured.databaseBytesPerChange),
    nodesMbit: toMbit(bytes.nodes.peak),
    cdnMbit: toMbit(bytes.cdn.peak),
    memoryGiB: (screens * measured.memoryKiBPerListener) / 1024 ** 2,
    storm: stormOf(measured, assumed, screens, nodes, busy, databaseProcessors, reads),
    euroPerScreenAndMonth: { ...euro, all: Object.values(euro).reduce((sum, one) => sum + one, 0) },
  }
}

/** Several separate installations, each with a database and organisations of its own. */
export function sideBySide(one: Scale, installations: number): Scale {
  const of = (value: number) => value * installations
  const cost = ({ node, database }: Cost): Cost => ({ node: of(node), database: of(database) })
  return {
    ...one,
    screens: of(one.screens),
    nodes: of(one.nodes),
    load: Object.fromEntries(TASKS.map((task) => [task, cost(one.load[task])])) as Load,
    busy: cost(one.busy),
    databaseProcessors: of(one.databaseProcessors),
    connections: of(one.connections),
    changesPerSecond: of(one.changesPerSecond),
    databaseMbit: of(one.databaseMbit),
    nodesMbit: of(one.nodesMbit),
    cdnMbit: of(one.cdnMbit),
    memoryGiB: of(one.memoryGiB),
    storm: {
      screens: of(one.storm.screens),
      joinsPerSecond: of(one.storm.joinsPerSecond),
      capacityPerSecond: of(one.storm.capacityPerSecond),
      seconds: one.storm.seconds,
    },
  }
}

/** Processor time of one change on all nodes. It is compared with the measurement of several nodes. */
export function changeCost(measured: Measured, on: { nodes: number; readers: number; listeners: number }): Cost {
  const { change, hear, read, deliver } = measured
  const of = (side: keyof Cost) =>
    change[side] + (on.nodes - 1) * hear[side] + on.readers * read[side] + on.listeners * deliver[side]
  return { node: of('node'), database: of('database') }
}

/** Number of nodes that have a listener of a display. */
export function readersOf({ screensPerDisplay }: Assumed, way: Way, nodes: number): number {
  return way === 'by organisation' ? 1 : nodes * (1 - (1 - 1 / nodes) ** screensPerDisplay)
}

function changesPerSecondOf({ screensPerDisplay, changesPerDisplayAndDay, peakFactor }: Assumed, screens: number) {
  return ((screens / screensPerDisplay) * changesPerDisplayAndDay * peakFactor) / DAY_SECONDS
}

function loadOf(measured: Measured, assumed: Assumed, screens: number, way: Way, nodes: number): Load {
  const displays = screens / assumed.screensPerDisplay
  const changes = changesPerSecondOf(assumed, screens)
  const readers = readersOf(assumed, way, nodes)
  const listeners = assumed.screensPerDisplay
  const { beat, report, plays } = measured.words
  // Each node checks the displays of all organisations that have a listener there.
  const ofOrganisation = assumed.displaysPerOrganisation * assumed.screensPerDisplay
  const seen = way === 'by organisation' ? 1 / nodes : 1 - (1 - 1 / nodes) ** ofOrganisation
  const all = (of: (side: keyof Cost) => number): Cost => ({ node: of('node') / 1e6, database: of('database') / 1e6 })
  const heard = changeCost(measured, { nodes: 1, readers, listeners })
  return {
    changes: all((side) => changes * heard[side]),
    hints: all((side) => changes * (nodes - 1) * measured.hear[side]),
    words: all(
      (side) =>
        (screens * beat[side]) / assumed.beatSeconds + (screens * (report[side] + plays[side])) / assumed.reportSeconds,
    ),
    listening: all((side) => screens * measured.listener[side]),
    looks: all((side) => nodes * displays * seen * measured.look[side]),
    watching: all((side) => nodes * screens * measured.watch[side]),
    idle: all((side) => nodes * measured.idle[side]),
  }
}

function busyOf(load: Load): Cost {
  const sum = (side: keyof Cost) => TASKS.reduce((all, task) => all + load[task][side], 0)
  return { node: sum('node'), database: sum('database') }
}

function bytesPerSecondOf(measured: Measured, assumed: Assumed, screens: number) {
  const changes = changesPerSecondOf(assumed, screens)
  const still =
    (screens * assumed.heartbeatBytes) / assumed.heartbeatSeconds +
    screens * assumed.wordBytes * (1 / assumed.beatSeconds + 2 / assumed.reportSeconds)
  const manifests = changes * assumed.screensPerDisplay * measured.manifestBytes
  const media = changes * assumed.screensPerDisplay * assumed.mediaMBPerChange * 1e6
  const own = manifests + media * assumed.mediaFromPlacard
  const others = media * (1 - assumed.mediaFromPlacard)
  return {
    nodes: { peak: still + own, mean: still + own / assumed.peakFactor },
    cdn: { peak: others, mean: others / assumed.peakFactor },
  }
}

/** All screens of a region return at once: they join, and send their reports. */
function stormOf(
  measured: Measured,
  assumed: Assumed,
  screens: number,
  nodes: number,
  busy: Cost,
  databaseProcessors: number,
  readers: number,
): Storm {
  const { join, read, words } = measured
  const away = screens * assumed.regionShare
  // The first screen of a display at each node causes a read. Soon after, each screen sends a report and its plays.
  const first = readers / assumed.screensPerDisplay
  const each = (side: keyof Cost) => (join[side] + first * read[side] + words.report[side] + words.plays[side]) / 1e6
  const spare = {
    node: Math.max(0, nodes * assumed.loopShare - busy.node),
    database: Math.max(0, databaseProcessors - busy.database),
  }
  const capacityPerSecond = Math.min(spare.node / each('node'), spare.database / each('database'))
  return {
    screens: away,
    joinsPerSecond: away / assumed.returnSeconds,
    capacityPerSecond,
    seconds: Math.max(2 * assumed.returnSeconds, assumed.wordsAfterReturnSeconds, away / capacityPerSecond),
  }
}

/** The resources that can run out. */
export const LIMITS = ['connections', 'each node', 'the bus', 'the database'] as const
export type Limit = (typeof LIMITS)[number]

/** The use of each resource; at 1 no further screen is possible. */
export function fullness(measured: Measured, assumed: Assumed, scale: Scale): Record<Limit, number> {
  return {
    connections: scale.connections / assumed.mostConnections,
    'each node': scale.eachNode / (assumed.loopShare * assumed.busyShare),
    'the bus': scale.changesPerSecond / (measured.notifiesPerSecond * assumed.busyShare),
    'the database': scale.busy.database / (assumed.mostDatabaseProcessors * assumed.busyShare),
  }
}

const MOST_SCREENS = 1e9
const STEPS = 60

/** The number of screens at which each limit is reached; Infinity when it is above a thousand million. */
export function endsOf(measured: Measured, assumed: Assumed, way: Way): Record<Limit, number> {
  const isWithin = (limit: Limit, screens: number) => {
    const enough = scaleOf(measured, assumed, screens, way)
    if (limit === 'each node') return enough !== undefined
    // If no number of nodes is enough, the fewest possible may still exceed another limit.
    const fewest = Math.ceil(screens / assumed.listenersPerNode)
    const scale = enough ?? withNodes(measured, assumed, screens, way, fewest)
    return fullness(measured, assumed, scale)[limit] <= 1
  }
  const endOf = (limit: Limit) => {
    if (isWithin(limit, MOST_SCREENS)) return Number.POSITIVE_INFINITY
    let [least, most] = [1, MOST_SCREENS]
    for (let step = 0; step < STEPS; step += 1) {
      const middle = Math.sqrt(least * most)
      if (isWithin(limit, middle)) least = middle
      else most = middle
    }
    return least
  }
  return Object.fromEntries(LIMITS.map((limit) => [limit, endOf(limit)])) as Record<Limit, number>
}

const toMbit = (bytesPerSecond: number) => (bytesPerSecond * 8) / 1e6
