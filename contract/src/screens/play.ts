import { MAX_DAYS_OF_PLAYS, MAX_PIECES_PER_TELLING } from '../platform/constants.ts'
import { Day, daysBetween } from '../platform/day.ts'
import { DisplayId, ItemId } from '../platform/id.ts'
import { Instant } from '../platform/instant.ts'
import { z } from '../platform/zod.ts'
import { ScreenId } from './screen.ts'

/** The position in a screen's queue, from 1. Numbers may be skipped, but never decrease. */
const PieceNumber = z.int().min(1)
/** The longest time of one piece. A longer showing is reported in several pieces. */
const PIECE_MS = 15 * 60_000
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The reasons why an item was not on the screen at its turn. */
export const MissReason = z.enum([
  /** The server had no such file. */
  'missing',
  /** Its address did not answer, and the device had no copy. */
  'unreachable',
  /** It arrived but could not be shown. */
  'unshowable',
  /** The page was hidden or covered, or the browser did not draw. */
  'unseen',
  /** Its turn ended before it was ready, for an unknown reason. */
  'late',
])
export type MissReason = z.infer<typeof MissReason>

/** One piece of a screen's counts. Its number makes sure that it is counted once, even if it is sent several times. */
export const PlayPiece = z.discriminatedUnion('kind', [
  /** An item was on the screen. */
  z.strictObject({
    kind: z.literal('play'),
    n: PieceNumber,
    /** The start of this piece. */
    at: Instant,
    /** The time for which it was really visible, by a monotonic clock. */
    ms: z.int().nonnegative().max(PIECE_MS),
    itemId: ItemId,
    /** The SHA-256 of its file. Absent: it has no stored file. */
    sha256: Sha256.optional(),
    /**
     * The number of showings that began in this piece: 1, or 0 for the continuation of one; more if the screen has added
     * several up.
     */
    showings: z.int().nonnegative().max(1_000),
    /** The number of showings that ended in this piece too early. */
    cut: z.int().nonnegative().max(1_000),
    /** The share of the media area that its zone had, in percent. Absent: all of it. */
    share: z.int().min(1).max(99).optional(),
  }),
  /** It was an item's turn, but the item was not on the screen. */
  z.strictObject({
    kind: z.literal('missed'),
    n: PieceNumber,
    at: Instant,
    itemId: ItemId,
    sha256: Sha256.optional(),
    missed: z.int().min(1).max(1_000),
    why: MissReason,
  }),
  /** The screen was running, but no item was visible on it. */
  z.strictObject({
    kind: z.literal('idle'),
    n: PieceNumber,
    at: Instant,
    ms: z.int().nonnegative().max(PIECE_MS),
  }),
])
export type PlayPiece = z.infer<typeof PlayPiece>

/** The plays that a screen has counted since its last report, oldest first. */
export const Plays = z
  .strictObject({
    /** A random id of the queue on the device. Piece numbers are relative to it. */
    series: z.string().regex(/^[0-9a-f]{16}$/),
    pieces: z.array(PlayPiece).min(1).max(MAX_PIECES_PER_TELLING),
  })
  .refine(({ pieces }) => pieces.every(({ n }, index) => index === 0 || n > (pieces[index - 1]?.n ?? 0)), {
    message: 'invalid-field',
    path: ['pieces'],
  })
export type Plays = z.infer<typeof Plays>

/** The last number that was counted. The screen deletes all pieces up to it. */
export const PlaysTaken = z.object({ until: z.int().nonnegative() })
export type PlaysTaken = z.infer<typeof PlaysTaken>

/** Selects a part of the report. Both days are included, each by the clock at its display. */
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

/** The number and the total time of showings. */
const Sum = z.object({
  showings: Count,
  ms: Count,
  /**
   * The same time, weighed by the share of the media area that the zone had [LY10]: a minute on a quarter of it is 15 s. The same
   * as `ms` without a layout.
   */
  areaMs: Count,
  /** The number of showings that ended too early. */
  cut: Count,
  /** The number of turns at which it was not on the screen, by reason. */
  missed: Missed,
})

const Shown = z.object({ showings: Count, ms: Count })

/**
 * All sums count only reports of paired screens with a valid secret. The separate `told` sums count reports without one, which
 * anybody who knows a display's address can send. The two are never added up.
 */
export const PlaysReport = z.object({
  /** The time of the report, by the server's clock. */
  at: Instant,
  total: Sum.extend({ told: Sum }),
  /** In order. Days without reports are included, with zeros. */
  days: z.array(Shown.extend({ day: Day, told: Shown })),
  /** Most shown first: by proven plays, then by told ones. */
  items: z.array(
    Sum.extend({
      /** For a page of a deck: the deck's id. */
      itemId: ItemId,
      /** Its most recent title. */
      title: z.string(),
      isRemoved: z.boolean(),
      /** The number of proven screens. */
      screens: Count,
      told: Sum.extend({ screens: Count }),
    }),
  ),
  /** Proven screens first, then by display and by name. */
  screens: z.array(
    Sum.extend({
      displayId: DisplayId,
      /** Its most recent name. */
      displayName: z.string(),
      isRemoved: z.boolean(),
      screenId: ScreenId,
      /** Empty if it has no name. */
      name: z.string(),
      /** True: it sent its secret. False: anybody could have sent this. */
      proven: z.boolean(),
      /** The time since its first report for which nothing is known. */
      silentMs: Count,
    }),
  ),
})
export type PlaysReport = z.infer<typeof PlaysReport>
