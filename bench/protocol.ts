/** Messages between the measuring process and the listening one. */
export type Order =
  /** Opens more listeners of one stream, each on a connection of its own. */
  | { kind: 'open'; count: number; port: number; path: string }
  /** Makes one change after another. Each follows when all listeners have the one before and `pauseMs` have passed. */
  | { kind: 'change'; rounds: number; pauseMs: number; port: number; change: Change }

export type Report =
  /** One report for each order, in their order. */
  { kind: 'opened' } | { kind: 'changed'; rounds: Round[] } | { kind: 'failed'; reason: string }

/** The HTTP request that makes a change. Each round replaces `markerOf(0)` in the body by its own marker. */
export type Change = { method: string; path: string; headers: Record<string, string>; body: string }

/** The times of one change, in milliseconds since just before its request was sent. */
export type Round = {
  lastReceiptMs: number
  /** Until the answer to the request arrived. */
  acknowledgedMs: number
  /** The bytes that one listener read for the change, including the transfer coding. */
  eventBytes: number
}
