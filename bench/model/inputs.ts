import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BusResults, perSecondOf } from '../nodes/bus.ts'
import { bestOfNodes, type NodesResults, type NodesTurn } from '../nodes/nodes.ts'
import type { Word, WordCost } from '../nodes/words.ts'
import type { Kept } from '../part.ts'
import type { FanOut } from '../report.ts'
import type { Way } from './assumptions.ts'

/** Processor time of the nodes and of the database, in microseconds; for continuous work in microseconds a second. */
export type Cost = { node: number; database: number }

/** The measured costs. All other inputs of the model are in `assumptions.ts`. */
export type Measured = {
  /** A change without listeners, with one node. */
  change: Cost
  /** Each further node that is told of the change. */
  hear: Cost
  /** A node with listeners of the change reads the manifest and serialises it. */
  read: Cost
  /** Delivery to one listener. */
  deliver: Cost
  /** A listener connects and gets the manifest, which the node has in memory for others. */
  join: Cost
  words: Record<Word, Cost>
  /** A second of one listener without changes: its heartbeats. */
  listener: Cost
  /** A second of a node without listeners. */
  idle: Cost
  /** A second of a node, for each display of the organisations that have listeners there: the check of its revision. */
  look: Cost
  /** A second of a node, for each named screen anywhere: the check for alarms. */
  watch: Cost
  memoryKiBPerListener: number
  manifestBytes: number
  /** Bytes between nodes and database for a change that one node reads. */
  databaseBytesPerChange: number
  /** Transactions with NOTIFY a second, when a commit waits for the disk. */
  notifiesPerSecond: number
  connectionsPerNode: number
}

export type Results = {
  nodes: Kept<NodesResults>
  bus: Kept<BusResults>
  fanOut: Kept<FanOut>
  start: { manifestBytes: number }
}

/** @param folder of the stored results */
export function readResults(folder: string): Results {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
  return { nodes: read('nodes'), bus: read('bus'), fanOut: read('fan-out'), start: read('start') }
}

const NONE: Cost = { node: 0, database: 0 }
const MOST_NODES = 4

/**
 * The measured costs of one node and of each further node. Of the heard changes, only those with one node are used; the
 * model predicts the others.
 */
export function measuredOf({ nodes, bus, fanOut, start }: Results): Measured {
  const one = bestOfNodes(nodes.turns, 1)
  const most = bestOfNodes(nodes.turns, MOST_NODES)
  const { atRest } = nodes
  const change = costOf(one.unheard)
  const deliver = { node: one.perDelivery, database: 0 }
  const first = nodes.turns.find((turn) => turn.nodes === 1)
  const look = atLeastNothing(times(minus(atRest.displays, atRest.alone), 1 / atRest.many))
  return {
    change,
    hear: atLeastNothing(times(minus(costOf(most.unheard), change), 1 / (MOST_NODES - 1))),
    read: atLeastNothing(minus(minus(costOf(one.heard), change), times(deliver, nodes.listenersEach))),
    deliver,
    join: atLeastNothing(costOf(one.join)),
    words: wordsOf(atRest.words),
    listener: first ? listenerOf(first, look, nodes) : NONE,
    idle: first ? costOf(first.idle) : NONE,
    look,
    watch: atLeastNothing(times(minus(atRest.screens, atRest.displays), 1 / atRest.named)),
    memoryKiBPerListener: memoryOf(fanOut),
    manifestBytes: start.manifestBytes,
    databaseBytesPerChange: (nodes.counts[0]?.bytes.up ?? 0) + (nodes.counts[0]?.bytes.down ?? 0),
    notifiesPerSecond: perSecondOf(bus.turns, { waits: 'on', writers: 8, listeners: MOST_NODES }),
    connectionsPerNode: most.connections / MOST_NODES,
  }
}

/** The measured cost of heard changes, with which the model is compared. */
export function heardOf({ nodes }: Pick<Results, 'nodes'>, size: number): Record<Way, Cost> {
  const { heard, own } = bestOfNodes(nodes.turns, size)
  return { 'any node': costOf(heard), 'by organisation': costOf(own) }
}

/** The cost of a listener without the checks of what it listens to. */
function listenerOf(
  { rest, idle }: NodesTurn,
  look: Cost,
  { displays, listenersEach }: Pick<NodesResults, 'displays' | 'listenersEach'>,
): Cost {
  const all = minus(costOf(rest), costOf(idle))
  return atLeastNothing(times(minus(all, times(look, displays)), 1 / (displays * listenersEach)))
}

function wordsOf(costs: readonly WordCost[]): Record<Word, Cost> {
  const of = (word: Word): Cost => {
    const cost = costs.find((one) => one.word === word)
    return { node: cost?.nodeMicroseconds ?? 0, database: cost?.databaseMicroseconds ?? 0 }
  }
  return { beat: of('beat'), report: of('report'), plays: of('plays') }
}

function memoryOf({ rows }: FanOut): number {
  const ours = rows.filter(({ name }) => name === 'placard').toSorted((a, b) => a.listeners - b.listeners)
  return ours.at(-1)?.best.memoryKiBPerListener ?? 0
}

const costOf = ({ nodes, database }: { nodes: number; database: number }): Cost => ({ node: nodes, database })
const minus = (one: Cost, other: Cost): Cost => ({
  node: one.node - other.node,
  database: one.database - other.database,
})
const times = ({ node, database }: Cost, factor: number): Cost => ({ node: node * factor, database: database * factor })
/** A difference of two measurements may be negative. */
const atLeastNothing = ({ node, database }: Cost): Cost => ({
  node: Math.max(0, node),
  database: Math.max(0, database),
})
