import { CalendarTally, EARLIEST_FEED_AT, FeedKind, LATEST_FEED_AT } from '@placard/contract'
import { z } from 'zod'

/**
 * The range of dates that can be formatted. Dates come from strangers and are formatted for every manifest, so others must not be
 * stored.
 */
const Instant = z.int().min(EARLIEST_FEED_AT).max(LATEST_FEED_AT)

/** A time of an event: an instant, or a local day (`2026-11-23`) or time (`2026-11-23T18:00`) wherever it is read. */
const Moment = z.union([
  Instant,
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/)
    .refine((moment) => !Number.isNaN(Date.parse(moment))),
])

/** One entry of a feed as last read, text only. */
const CopiedEntry = z.object({
  /** The id that the feed gives it. */
  key: z.string(),
  /** From 1. An entry keeps its number as long as it is in the feed, so that screens recognise it. */
  number: z.int().min(1).max(999),
  title: z.string(),
  text: z.string(),
  link: z.string().optional(),
  /** News only: time of publication, milliseconds since 1970. */
  at: Instant.optional(),
  /** Calendars only. `end` is exclusive; null: not given. */
  event: z.object({ begin: Moment, end: Moment.nullable(), place: z.string() }).optional(),
})
export type CopiedEntry = z.infer<typeof CopiedEntry>

/** The last good copy of a feed. */
export const FeedCopy = z.object({
  kind: FeedKind,
  title: z.string(),
  entries: z.array(CopiedEntry),
  /** Calendars only. Absent: copied by an older version. */
  tally: CalendarTally.optional().catch(undefined),
})
export type FeedCopy = z.infer<typeof FeedCopy>
