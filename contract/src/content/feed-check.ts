import { TypedUrl } from '../platform/typed-url.ts'
import { z } from '../platform/zod.ts'
import { FeedEntry, FeedSettings } from './feed.ts'

export const FeedKind = z.enum(['news', 'calendar'])
export type FeedKind = z.infer<typeof FeedKind>

/** Why a feed could not be read. */
export const FEED_PROBLEMS = [
  /** Inside somebody's own network, or at an unusual port: the server asks for no such thing. */
  'address-not-allowed',
  'unreachable',
  'too-slow',
  'too-large',
  'too-many-redirects',
  /** Of https, and it leads on to http, where anybody on the way can change what it says. */
  'insecure-redirect',
  /** It answered with a failure of its own. */
  'status',
  /** It asks who one is, or says that one may not. */
  'refused',
  /** There is nothing at that address. */
  'not-found',
  /** It says that it is gone for good. */
  'gone',
  /** Neither news nor a calendar, and no page that names one. */
  'not-a-feed',
  /** It begins like one, and cannot be read: cut off, or broken. */
  'damaged',
  /** It takes more than the server gives it: events that repeat each second, say. */
  'too-costly',
] as const
export const FeedProblem = z.enum(FEED_PROBLEMS)
export type FeedProblem = z.infer<typeof FeedProblem>

/** Asks what an address holds, and what would be on the glass of it. */
export const CheckFeed = z.strictObject({
  url: TypedUrl,
  /** Absent: what is fit for its kind. */
  feed: FeedSettings.optional(),
  /** BCP 47, for the first settings. */
  language: FeedSettings.shape.language,
  /** IANA name, of the display's clock. Absent: UTC. */
  timeZone: z.string().max(64).optional(),
  /** It is read now, although it was not long ago. */
  again: z.boolean().optional(),
})
export type CheckFeed = z.infer<typeof CheckFeed>

/** Why an event of a calendar could not be read, or not all of it. But for the first, the rest of it is shown. */
export const CALENDAR_UNREAD = [
  /** It has no date, or one that is none. */
  'begin',
  /** It repeats by a rule that nobody knows: its first date is shown. */
  'rule',
  /** It repeats more often than each half hour, or by a rule that takes too long: its first date is shown. */
  'too-often',
  /** A date that it names besides, or leaves out, is none. */
  'dates',
  /** Its time zone is not known, and the calendar has no rules for it or rules that contradict: it goes by the clock of the display. */
  'zone',
  /** Its end is none: it lasts the usual time. */
  'end',
] as const
export type CalendarUnread = (typeof CALENDAR_UNREAD)[number]

/** Why an event of a calendar that was read is not shown. */
export const CALENDAR_LEFT_OUT = [
  /** It is called off, or each of its dates is. */
  'cancelled',
  /** Private or confidential. */
  'private',
  /** It has neither a title nor a description. */
  'nameless',
  /** The calendar has the same event once more, as new or newer. */
  'replaced',
] as const
export type CalendarLeftOut = (typeof CALENDAR_LEFT_OUT)[number]

/** The result of reading each event of a calendar. Each event is counted once: the other numbers add up to the first. */
export const CalendarTally = z.object({
  events: z.int(),
  /** Under way or to come, and among the next dates that are kept. */
  ahead: z.int(),
  over: z.int(),
  /** Behind the dates that are kept. */
  later: z.int(),
  leftOut: z.partialRecord(z.enum(CALENDAR_LEFT_OUT), z.int()),
  unread: z.partialRecord(z.enum(CALENDAR_UNREAD), z.int()),
})
export type CalendarTally = z.infer<typeof CalendarTally>

/** The state of a feed. */
export const FeedState = z.object({
  /** Its own, which is not always the one that was typed: a page names its feed. */
  url: z.string(),
  /** Null: nothing of it has been read. */
  kind: FeedKind.nullable(),
  /** Its own title; may be empty. */
  title: z.string(),
  /** When what is known of it was true: milliseconds since 1970. Null: never. */
  readAt: z.int().nullable(),
  /** The fault since then; null: none. */
  problem: FeedProblem.nullable(),
  /** Of its server's failure. */
  status: z.int().nullable(),
  /** When its entries are taken off the screens, unless it is read before; null: nothing is wrong. */
  staleAt: z.int().nullable(),
  /** They have been taken off. */
  isStale: z.boolean(),
  /** Of a calendar, as of when it was last read. Null: it is none, or it has not been read since this is counted. */
  tally: CalendarTally.nullable(),
})
export type FeedState = z.infer<typeof FeedState>

export const CheckedFeed = FeedState.extend({
  /** By which the entries were made: those that were asked for, or what is fit for its kind. */
  feed: FeedSettings,
  /** As they would be on the glass; those whose time has not come as well. */
  entries: z.array(FeedEntry),
})
export type CheckedFeed = z.infer<typeof CheckedFeed>
