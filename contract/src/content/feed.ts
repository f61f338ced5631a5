import { MAX_FEED_AGE_DAYS, MAX_FEED_COUNT } from '../platform/constants.ts'
import { ItemId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { Notice, NoticeLook } from './notice.ts'
import { Schedule } from './schedule.ts'

/** The form of a feed's entries on the glass: lines of the ticker, or notices in the loop. */
export const FeedAs = z.enum(['lines', 'notices'])
export type FeedAs = z.infer<typeof FeedAs>

/** Of a calendar: the next few events, those of the day, or those of the week, each until it is over. */
export const FeedWindow = z.enum(['next', 'today', 'week'])
export type FeedWindow = z.infer<typeof FeedWindow>

/** The part of its feed that an item shows (FD1). */
export const FeedSettings = z.strictObject({
  as: FeedAs,
  /** The newest so many entries; of a calendar the next so many events, where `window` is `next`. */
  count: z.int().min(1).max(MAX_FEED_COUNT),
  /** Of its notices. Absent: paper. */
  look: NoticeLook.optional(),
  /** Of a calendar. Absent: next. */
  window: FeedWindow.optional(),
  /** Days after which an entry of the news goes, counted from when it was published. Absent: it stays as long as the feed has it. */
  maxAgeDays: z.int().min(1).max(MAX_FEED_AGE_DAYS).optional(),
  /** BCP 47, of dates, where its display has no language. Absent: English. */
  language: z
    .string()
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$/, 'invalid-field')
    .optional(),
})
export type FeedSettings = z.infer<typeof FeedSettings>

/** An entry of a feed as it is on the glass: a line or a notice that nobody has written here. Its id ends with its number. */
export const FeedEntry = z.object({
  id: ItemId,
  /** Of a line. */
  text: z.string().optional(),
  notice: Notice.optional(),
  /** Of a calendar: when it is, by the clock at its display. Whole days: `2026-12-18`; else `2026-12-18T17:00`. `until` is not part of it. */
  event: z.object({ from: z.string(), until: z.string() }).optional(),
  /** Its own, and that of the feed's item. Absent: always. */
  schedule: Schedule.optional(),
})
export type FeedEntry = z.infer<typeof FeedEntry>
