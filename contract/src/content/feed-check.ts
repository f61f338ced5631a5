import { FETCH_FAILURES } from '../platform/fetch-failures.ts'
import { TypedUrl } from '../platform/typed-url.ts'
import { z } from '../platform/zod.ts'
import { FeedEntry, FeedSettings } from './feed.ts'

export const FeedKind = z.enum(['news', 'calendar'])
export type FeedKind = z.infer<typeof FeedKind>

/** The reasons why the content of an address that somebody typed could not be fetched. */
export const ADDRESS_PROBLEMS = [
  ...FETCH_FAILURES,
  /** The server answered with an error status. */
  'status',
  /** It requires a sign-in, or denies access. */
  'refused',
  /** Nothing exists at that address. */
  'not-found',
  /** The server says that it is gone for good. */
  'gone',
] as const
export type AddressProblem = (typeof ADDRESS_PROBLEMS)[number]

/** The reasons why a feed could not be read. */
export const FEED_PROBLEMS = [
  ...ADDRESS_PROBLEMS,
  /** Neither news nor a calendar, nor a page that links to one. */
  'not-a-feed',
  /** It begins like a feed but is truncated or malformed. */
  'damaged',
  /** Reading it takes more resources than the server allows: for instance, events that repeat every second. */
  'too-costly',
] as const
export const FeedProblem = z.enum(FEED_PROBLEMS)
export type FeedProblem = z.infer<typeof FeedProblem>

/** Requests what an address holds, and how it would look on the screen. */
export const CheckFeed = z.strictObject({
  url: TypedUrl,
  /** Absent: the default settings for its kind. */
  feed: FeedSettings.optional(),
  /** BCP 47, for the default settings. */
  language: FeedSettings.shape.language,
  /** IANA name of the display's time zone. Absent: UTC. */
  timeZone: z.string().max(64).optional(),
  /** True: it is requested now, even if that was done recently. */
  again: z.boolean().optional(),
})
export type CheckFeed = z.infer<typeof CheckFeed>

/** The reasons why an event of a calendar could not be read completely. Except for `begin`, the rest of the event is shown. */
export const CALENDAR_UNREAD = [
  /** It has no start date, or an invalid one. */
  'begin',
  /** It has an unknown recurrence rule. Only its first date is shown. */
  'rule',
  /** It recurs more often than every half hour, or its rule takes too long to evaluate. Only its first date is shown. */
  'too-often',
  /** An additional or an excluded date is invalid. */
  'dates',
  /** Its time zone is unknown, and the calendar defines no rules for it, or contradictory ones. The display's clock is used. */
  'zone',
  /** Its end is invalid. It gets the default length. */
  'end',
] as const
export type CalendarUnread = (typeof CALENDAR_UNREAD)[number]

/** The reasons why a readable event of a calendar is not shown. */
export const CALENDAR_LEFT_OUT = [
  /** It is cancelled, or each of its dates is. */
  'cancelled',
  /** Private or confidential. */
  'private',
  /** It has neither a title nor a description. */
  'nameless',
  /** The calendar has the same event again, as new or newer. */
  'replaced',
] as const
export type CalendarLeftOut = (typeof CALENDAR_LEFT_OUT)[number]

/** The number of a calendar's events by outcome. Each event is counted once: the other numbers add up to `events`. */
export const CalendarTally = z.object({
  events: z.int(),
  /** In progress or to come, and among the next dates that are kept. */
  ahead: z.int(),
  over: z.int(),
  /** Later than the dates that are kept. */
  later: z.int(),
  leftOut: z.partialRecord(z.enum(CALENDAR_LEFT_OUT), z.int()),
  unread: z.partialRecord(z.enum(CALENDAR_UNREAD), z.int()),
})
export type CalendarTally = z.infer<typeof CalendarTally>

/** The state of a feed. */
export const FeedState = z.object({
  /** The feed's own address, which may differ from the typed one: a page can link to its feed. */
  url: z.string(),
  /** null: none of it has been read yet. */
  kind: FeedKind.nullable(),
  /** Its own title; may be empty. */
  title: z.string(),
  /** The time of the last successful read: milliseconds since 1970. null: never. */
  readAt: z.int().nullable(),
  /** The problem since then; null: none. */
  problem: FeedProblem.nullable(),
  /** The status of the server's error. */
  status: z.int().nullable(),
  /** The time at which its entries are removed from the screens, unless it is read before. null: it has no problem. */
  staleAt: z.int().nullable(),
  /** True: its entries have been removed from the screens. */
  isStale: z.boolean(),
  /** For a calendar, as of the last read. null: it is not a calendar, or was not read since these numbers exist. */
  tally: CalendarTally.nullable(),
})
export type FeedState = z.infer<typeof FeedState>

export const CheckedFeed = FeedState.extend({
  /** The settings that the entries were made with: the requested ones, or the defaults for its kind. */
  feed: FeedSettings,
  /** The entries as they would be on the screen, including those that are not due yet. */
  entries: z.array(FeedEntry),
})
export type CheckedFeed = z.infer<typeof CheckedFeed>
