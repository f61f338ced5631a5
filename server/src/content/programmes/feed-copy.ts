import { CalendarTally, EARLIEST_FEED_AT, FeedKind, LATEST_FEED_AT } from '@placard/contract'
import { z } from 'zod'

/** Strangers' dates are put into words each time a screen asks what to play: one that cannot be must not be kept. */
const Instant = z.int().min(EARLIEST_FEED_AT).max(LATEST_FEED_AT)

/** A moment of an event: an instant, or by the clock of wherever it is read: a day (`2026-11-23`), or a time (`2026-11-23T18:00`). */
const Moment = z.union([
  Instant,
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/)
    .refine((moment) => !Number.isNaN(Date.parse(moment))),
])

/** One entry of a feed as it was last read: text alone. */
const CopiedEntry = z.object({
  /** The id that its feed gives it. */
  key: z.string(),
  /** From 1; it keeps it for as long as it is there, so that a screen goes on with it. */
  number: z.int().min(1).max(999),
  title: z.string(),
  text: z.string(),
  link: z.string().optional(),
  /** Of the news: when it was published; milliseconds since 1970. */
  at: Instant.optional(),
  /** Of a calendar. `end` is the first moment after it; null: it says none. */
  event: z.object({ begin: Moment, end: Moment.nullable(), place: z.string() }).optional(),
})
export type CopiedEntry = z.infer<typeof CopiedEntry>

/** The last good copy of a feed. */
export const FeedCopy = z.object({
  kind: FeedKind,
  title: z.string(),
  entries: z.array(CopiedEntry),
  /** Of a calendar. Absent: copied before this was counted. */
  tally: CalendarTally.optional().catch(undefined),
})
export type FeedCopy = z.infer<typeof FeedCopy>
