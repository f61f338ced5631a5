import { MAX_DAYS_OF_PLAYS, MAX_PIECES_PER_TELLING } from '../platform/constants.ts'
import { Day, daysBetween } from '../platform/day.ts'
import { DisplayId, ItemId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { ScreenId } from './screen.ts'

/** Milliseconds since 1970, the server's clock. */
const Instant = z.int().nonnegative()
/** In the queue of a screen, from 1 on. Gaps are allowed, steps back are not. */
const PieceNumber = z.int().min(1)
/** The longest time of one piece: a showing that lasts is told in parts. */
const PIECE_MS = 15 * 60_000
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Why an item was not on the glass when it was its turn. */
export const MissReason = z.enum([
  /** The server had no such file. */
  'missing',
  /** No answer from where it lies, and no copy on the device. */
  'unreachable',
  /** It came, and could not be shown. */
  'unshowable',
  /** The page was hidden or covered, or the browser drew nothing. */
  'unseen',
  /** Its turn was over before it was ready, and nobody can say more. */
  'late',
])
export type MissReason = z.infer<typeof MissReason>

/** One piece of what a screen counted. Its number makes that it counts once, however often it is sent. */
export const PlayPiece = z.discriminatedUnion('kind', [
  /** An item was on the glass. */
  z.strictObject({
    kind: z.literal('play'),
    n: PieceNumber,
    /** When this part of it began. */
    at: Instant,
    /** As long as it was really seen, by a monotonic clock. */
    ms: z.int().nonnegative().max(PIECE_MS),
    itemId: ItemId,
    /** Of its file; absent for what has none of ours. */
    sha256: Sha256.optional(),
    /** Showings that began in it: 1, or 0 for a further part of one; more where a screen has added them up. */
    showings: z.int().nonnegative().max(1_000),
    /** Of those that ended in it: they did so before their time. */
    cut: z.int().nonnegative().max(1_000),
  }),
  /** It was an item's turn, and it was not on the glass. */
  z.strictObject({
    kind: z.literal('missed'),
    n: PieceNumber,
    at: Instant,
    itemId: ItemId,
    sha256: Sha256.optional(),
    missed: z.int().min(1).max(1_000),
    why: MissReason,
  }),
  /** The screen ran, and none of the items was seen on it. */
  z.strictObject({
    kind: z.literal('idle'),
    n: PieceNumber,
    at: Instant,
    ms: z.int().nonnegative().max(PIECE_MS),
  }),
])
export type PlayPiece = z.infer<typeof PlayPiece>

/** The showings that a screen counted since it was last heard, oldest first. */
export const Plays = z
  .strictObject({
    /** Random, made with the queue on the device: the numbers count within it. */
    series: z.string().regex(/^[0-9a-f]{16}$/),
    pieces: z.array(PlayPiece).min(1).max(MAX_PIECES_PER_TELLING),
  })
  .refine(({ pieces }) => pieces.every(({ n }, index) => index === 0 || n > (pieces[index - 1]?.n ?? 0)), {
    message: 'invalid-field',
    path: ['pieces'],
  })
export type Plays = z.infer<typeof Plays>

/** The last number that is counted: the screen forgets what is up to it. */
export const PlaysTaken = z.object({ until: z.int().nonnegative() })
export type PlaysTaken = z.infer<typeof PlaysTaken>

/** A part of the report. Both days are in it, each by the clock at its display. */
export const PlaysQuery = z
  .strictObject({
    from: Day,
    to: Day,
    display: DisplayId.optional(),
    item: ItemId.optional(),
  })
  .refine(({ from, to }) => from <= to && daysBetween(from, to) < MAX_DAYS_OF_PLAYS, {
    message: 'invalid-field',
    path: ['to'],
  })
export type PlaysQuery = z.infer<typeof PlaysQuery>

const Count = z.int().nonnegative()
const Missed = z.partialRecord(MissReason, Count)

/** How often and how long. */
const Sum = z.object({
  showings: Count,
  ms: Count,
  /** Of the showings: they ended before their time. */
  cut: Count,
  /** Turns at which it was not on the glass, by reason. */
  missed: Missed,
})

const Shown = z.object({ showings: Count, ms: Count })

/**
 * Every sum counts what paired screens told with their secrets. `told` beside it counts what came without one, which anybody
 * who knows a display's address could have sent: the two are never added up.
 */
export const PlaysReport = z.object({
  /** When it was read, by the server's clock. */
  at: Instant,
  total: Sum.extend({ told: Sum }),
  /** In order; days on which nothing was told are there with zeros. */
  days: z.array(Shown.extend({ day: Day, told: Shown })),
  /** The most shown first: what is proven before what is told. */
  items: z.array(
    Sum.extend({
      /** Of a page of a deck: the deck's. */
      itemId: ItemId,
      /** As it was called last. */
      title: z.string(),
      isRemoved: z.boolean(),
      /** Proven ones. */
      screens: Count,
      told: Sum.extend({ screens: Count }),
    }),
  ),
  /** Proven ones first, then by display and by name. */
  screens: z.array(
    Sum.extend({
      displayId: DisplayId,
      /** As it was called last. */
      displayName: z.string(),
      isRemoved: z.boolean(),
      screenId: ScreenId,
      /** Empty: nobody has named it. */
      name: z.string(),
      /** True: it has proven itself by its secret. False: anybody could have told this. */
      proven: z.boolean(),
      /** Of the time since it was first heard: nothing is known. */
      silentMs: Count,
    }),
  ),
})
export type PlaysReport = z.infer<typeof PlaysReport>
