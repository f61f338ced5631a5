import type { Change } from '../protocol.ts'
import type { Due } from '../schedule.ts'

/** A listener: at which node, of which display. */
export type Stream = { node: number; display: number; path: string }

/** A write, and the node that is asked for it. */
export type NodeDue = Due & { node: number }

/** Messages of the process that measures to the one that listens to several nodes and changes something through all of them. */
export type NodesOrder =
  /** The nodes by their ports, and the change of each display. */
  | { kind: 'use'; ports: number[]; changes: Change[]; firstRound: number }
  | { kind: 'listen'; streams: Stream[] }
  /** An open loop. Reported when the last listener has heard, or nobody waits any more. */
  | { kind: 'write'; schedule: NodeDue[] }
  /** So many at once, each anew as soon as it is answered. */
  | { kind: 'flood'; atOnce: number; seconds: number }

export type NodesReport =
  | { kind: 'ready' }
  | { kind: 'listening' }
  | { kind: 'written'; heard: Heard }
  | { kind: 'flooded'; changes: number; seconds: number }

/** In milliseconds since each write's scheduled instant. */
export type Heard = {
  /** Of listeners at the node that was asked. */
  hereMs: number[]
  /** Of those at the others. */
  elsewhereMs: number[]
  answerMs: number[]
  /** How many times a listener never heard. */
  lost: number
}
