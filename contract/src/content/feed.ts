import { MAX_FEED_AGE_DAYS, MAX_FEED_COUNT } from '../platform/constants.ts'
import { ItemId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { Notice, NoticeLook } from './notice.ts'
import { Schedule } from './schedule.ts'

/** The form of a feed's entries: lines of the ticker, or notices in the loop. */
export const FeedAs = z.enum(['lines', 'notices'])
export type FeedAs = z.infer<typeof FeedAs>

/** For a calendar: the next few events, those of the day, or those of the week. Each is shown until it is over. */
export const FeedWindow = z.enum(['next', 'today', 'week'])
export type FeedWindow = z.infer<typeof FeedWindow>

/** The part of a feed that its item shows (FD1). */
export const FeedSettings = z.strictObject({
  as: FeedAs,
  /** The number of newest entries. For a calendar with `window` `next`: the number of next events. */
  count: z.int().min(1).max(MAX_FEED_COUNT),
  /** The look of its notices. Absent: paper. */
  look: NoticeLook.optional(),
  /** For a calendar. Absent: next. */
  window: FeedWindow.optional(),
  /** For news: an entry is removed this many days after its publication. Absent: it stays as long as it is in the feed. */
  maxAgeDays: z.int().min(1).max(MAX_FEED_AGE_DAYS).optional(),
  /** BCP 47, for dates, if the display has no language. Absent: English. */
  language: z
    .string()
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$/, 'invalid-field')
    .optional(),
})
export type FeedSettings = z.infer<typeof FeedSettings>

/** An entry of a feed on the screen: a line or a notice that no user wrote. Its id ends with its number. */
export const FeedEntry = z.object({
  id: ItemId,
  /** For a line. */
  text: z.string().optional(),
  notice: Notice.optional(),
  /**
   * For a calendar: the time of the event, by the clock at its display. Whole days: `2026-12-18`; otherwise `2026-12-18T17:00`.
   * `until` is exclusive.
   */
  event: z.object({ from: z.string(), until: z.string() }).optional(),
  /** Its own schedule combined with that of the feed's item. Absent: always. */
  schedule: Schedule.optional(),
})
export type FeedEntry = z.infer<typeof FeedEntry>
