import { z } from './zod.ts'

/**
 * The events of a live stream. `manifest` (a player's stream) and `programme` (a dashboard's) carry the whole document
 * with its revision as the event id; one at connect unless `Last-Event-ID` is current, then one after each change.
 */
export const LIVE_EVENTS = {
  manifest: 'manifest',
  programme: 'programme',
  heartbeat: 'heartbeat',
  screen: 'screen',
  bye: 'bye',
} as const

/** Every HEARTBEAT_MS. */
export const Heartbeat = z.object({
  /** The server's clock: milliseconds since 1970. */
  at: z.int(),
})
export type Heartbeat = z.infer<typeof Heartbeat>

/** The last event of a stream that the server ends. */
export const Bye = z.object({
  /** `stopping`: come back later. `signed-out`: the session has ended; sign in first. */
  reason: z.enum(['stopping', 'signed-out']),
  /** Wait this long before the next try; each listener gets its own share of the delay so that they do not return at once. */
  retryAfterMs: z.int(),
  /**
   * Why the session has ended, where that is known. `not-subscribed`: who had it does not belong to the organisation any more.
   */
  because: z.literal('not-subscribed').optional(),
})
export type Bye = z.infer<typeof Bye>
