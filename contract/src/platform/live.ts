import { z } from './zod.ts'

/**
 * The events of a live stream. `manifest` (a player's stream) and `programme` (a dashboard's) carry the whole document, with
 * its revision as the event id. `table` carries a table without its rows; a page then asks for the rows that changed since. One is sent on connect, unless `Last-Event-ID` is current, then one after each change.
 */
export const LIVE_EVENTS = {
  manifest: 'manifest',
  programme: 'programme',
  table: 'table',
  heartbeat: 'heartbeat',
  screen: 'screen',
  agent: 'agent',
  bye: 'bye',
} as const

/** Sent every HEARTBEAT_MS. */
export const Heartbeat = z.object({
  /** The server's clock: milliseconds since 1970. */
  at: z.int(),
})
export type Heartbeat = z.infer<typeof Heartbeat>

/** The last event before the server closes a stream. */
export const Bye = z.object({
  /** `stopping`: reconnect later. `signed-out`: the session has ended, so sign in first. */
  reason: z.enum(['stopping', 'signed-out']),
  /** The time to wait before reconnecting. Each listener gets a different one, so that they do not all return at once. */
  retryAfterMs: z.int(),
  /** The reason why the session ended, if known. `not-subscribed`: its user no longer belongs to the organisation. */
  because: z.literal('not-subscribed').optional(),
})
export type Bye = z.infer<typeof Bye>
