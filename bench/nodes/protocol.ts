import type { Change } from '../protocol.ts'
import type { Due } from '../schedule.ts'

/** A listener: its node and its display. */
export type Stream = { node: number; display: number; path: string }

/** A write, and the node that receives the request. */
export type NodeDue = Due & { node: number }

/** Messages of the measuring process to the one that listens to several nodes and makes changes through all of them. */
export type NodesOrder =
  /** The nodes by their ports, and the change of each display. */
  | { kind: 'use'; ports: number[]; changes: Change[]; firstRound: number }
  | { kind: 'listen'; streams: Stream[] }
  /** An open loop. It is reported when the last listener has received its change, or the wait is over. */
  | { kind: 'write'; schedule: NodeDue[] }
  /** This many changes at once. Each is repeated as soon as it is answered. */
  | { kind: 'flood'; atOnce: number; seconds: number }

export type NodesReport =
  | { kind: 'ready' }
  | { kind: 'listening' }
  | { kind: 'written'; heard: Heard }
  | { kind: 'flooded'; changes: number; seconds: number }

/** In milliseconds since each write's scheduled time. */
export type Heard = {
  /** For listeners at the node that was changed. */
  hereMs: number[]
  /** For listeners at the other nodes. */
  elsewhereMs: number[]
  answerMs: number[]
  /** Number of changes that listeners never received. */
  lost: number
}
