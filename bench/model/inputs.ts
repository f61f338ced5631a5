import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BusResults, perSecondOf } from '../nodes/bus.ts'
import { bestOfNodes, type NodesResults, type NodesTurn } from '../nodes/nodes.ts'
import type { Word, WordCost } from '../nodes/words.ts'
import type { Kept } from '../part.ts'
import type { FanOut } from '../report.ts'
import type { Way } from './assumptions.ts'

/** Processor time of the nodes and of the database, in microseconds, or in microseconds a second for what never ends. */
export type Cost = { node: number; database: number }

/** The measured costs. Everything else that the model goes by is in `assumptions.ts`. */
export type Measured = {
  /** A change that nobody hears, with one node. */
  change: Cost
  /** Each further node hears of it. */
  hear: Cost
  /** A node that has listeners of it reads the manifest and writes it out. */
  read: Cost
  /** To one listener. */
  deliver: Cost
  /** A listener comes and gets the manifest, which the node has for others already. */
  join: Cost
  words: Record<Word, Cost>
  /** A second of one listener to whom nothing happens: its heartbeats. */
  listener: Cost
  /** A second of a node that nobody listens to. */
  idle: Cost
  /** A second of a node, for each display of the organisations that are listened to there: the look at its revision. */
  look: Cost
  /** A second of a node, for each screen with a name anywhere: the look for alarms. */
  watch: Cost
  memoryKiBPerListener: number
  manifestBytes: number
  /** Bytes between nodes and database for a change that one node reads. */
  databaseBytesPerChange: number
  /** Transactions with NOTIFY a second, where a commit waits for the disk. */
  notifiesPerSecond: number
  connectionsPerNode: number
}

export type Results = {
  nodes: Kept<NodesResults>
  bus: Kept<BusResults>
  fanOut: Kept<FanOut>
  start: { manifestBytes: number }
}

/** @param folder of the results that were kept */
export function readResults(folder: string): Results {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
  return { nodes: read('nodes'), bus: read('bus'), fanOut: read('fan-out'), start: read('start') }
}

const NONE: Cost = { node: 0, database: 0 }
const MOST_NODES = 4

/** The measured costs of one node and its neighbours; of heard changes only those with one node, which foretell the others. */
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

/** Of heard changes, as they were measured: what the model is held against. */
export function heardOf({ nodes }: Pick<Results, 'nodes'>, size: number): Record<Way, Cost> {
  const { heard, own } = bestOfNodes(nodes.turns, size)
  return { 'any node': costOf(heard), 'by organisation': costOf(own) }
}

/** The cost of a listener beside the look at what it listens to. */
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
/** A difference of two measurements may come out below nothing. */
const atLeastNothing = ({ node, database }: Cost): Cost => ({
  node: Math.max(0, node),
  database: Math.max(0, database),
})
