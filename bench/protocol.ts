/** Messages between the process that measures and the one that listens. */
export type Order =
  /** Opens more listeners of one stream, each on a connection of its own. */
  | { kind: 'open'; count: number; port: number; path: string }
  /** Makes one change after another, each as soon as everybody has the one before and `pauseMs` have gone by. */
  | { kind: 'change'; rounds: number; pauseMs: number; port: number; change: Change }

export type Report =
  /** In the order of the orders: opened, or changed. */
  { kind: 'opened' } | { kind: 'changed'; rounds: Round[] } | { kind: 'failed'; reason: string }

/** The HTTP request that makes a change. Where `markerOf(0)` stands in the body, each round puts its own marker. */
export type Change = { method: string; path: string; headers: Record<string, string>; body: string }

/** One change, in milliseconds since just before its request was sent. */
export type Round = {
  lastReceiptMs: number
  /** Until the answer to the request was there. */
  acknowledgedMs: number
  /** The bytes that one listener read for it, transfer coding included. */
  eventBytes: number
}
